import { useEffect, useState } from 'react';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { emailAddress } from '../../../passenger/field-readers.ts';
import { forgetTypedAddress, keptAddress } from '../../../passenger/sign-in-hand-over.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { requestPasswordReset } from '../api/request-password-reset.ts';

const check = checkFields({ email: emailAddress });

export function ResetRequestForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useT();
  const [typedBefore] = useState(keptAddress);
  useEffect(forgetTypedAddress, []);
  const form = useForm({
    check,
    send: async ({ email }) => {
      await requestPasswordReset(email);
      onSent(email);
    },
    refusal: (error) => refusalFrom(error, { form: ['too_many_requests'] }),
  });
  return (
    <Form state={form}>
      <TextField
        {...form.field('email')}
        label={t('common.email')}
        type="email"
        defaultValue={typedBefore}
        autoComplete="username"
        enterKeyHint="send"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
        {t('password.resetSubmit')}
      </Button>
    </Form>
  );
}
