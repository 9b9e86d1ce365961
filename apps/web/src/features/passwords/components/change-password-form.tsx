import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { useRef } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { type Refusal, refusalFrom } from '../../../lib/refusal.ts';
import { AccountName } from '../../../passenger/account-name.tsx';
import { currentPassword, newPassword, sameAs } from '../../../passenger/field-readers.ts';
import { wordsOfViolations } from '../../../passenger/password-violations.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { changePassword } from '../api/change-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

const checkBy = (rules: PasswordRules) =>
  checkFields({ old: currentPassword, password: newPassword(rules), repeat: sameAs('password') });

/** `mayBeDone` if an earlier try got no answer: it may have changed the password. */
const refusalOf = (error: unknown, rules: PasswordRules, mayBeDone: boolean): Refusal =>
  refusalFrom(error, {
    fields: {
      old: ['password_old_empty', 'password_old_incorrect'],
      password: ['password_new_empty', 'password_rules_violated'],
    },
    form: ['password_at_provider', 'too_many_requests'],
    words: {
      password_rules_violated: wordsOfViolations(error, rules),
      ...(mayBeDone && { password_old_incorrect: (t) => t('account.passwordPerhapsChanged') }),
    },
    title: (t) => t('account.passwordFailed'),
  });

/** Old, new, repeat (ACC-02); `onChanged` removes the form, so that nothing typed stays in it. */
export function ChangePasswordForm({ rules, onChanged }: { rules: PasswordRules; onChanged: () => void }) {
  const t = useT();
  const hadNoAnswer = useRef(false);
  const form = useForm({
    check: checkBy(rules),
    send: async ({ old, password }) => {
      await changePassword(old, password);
      notifyChange((text) => text('account.passwordDone'));
      onChanged();
    },
    refusal: (error) => {
      if (error instanceof ApiError && error.status === 0) hadNoAnswer.current = true;
      return refusalOf(error, rules, hadNoAnswer.current);
    },
  });
  return (
    <Form state={form}>
      <AccountName />
      <PasswordField {...form.field('old')} label={t('account.passwordOld')} autoComplete="current-password" required />
      <NewPasswordFields
        field={form.field}
        rules={rules}
        label={t('password.new')}
        repeatLabel={t('password.repeat')}
        enterKeyHint="done"
      />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('password.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
