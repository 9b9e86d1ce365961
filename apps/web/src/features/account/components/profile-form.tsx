import type { UserSettings } from '@tapfolio/contracts/sessions.ts';
import { checkFields, type Reader } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useEditProfile } from '../api/edit-profile.ts';

/** A name may be empty: it is optional. */
const trimmed: Reader<string> = (text) => ({ value: text.trim() });
const check = checkFields({ firstName: trimmed, lastName: trimmed });

/** First and last name (ACC-01). */
export function ProfileForm({ user }: { user: UserSettings }) {
  const t = useT();
  const edit = useEditProfile();
  const form = useForm({
    check,
    send: async ({ firstName, lastName }) => {
      await edit.mutateAsync({ first_name: firstName, last_name: lastName });
      notifyChange((now) => now('common.saveSuccess'));
    },
    refusal: (error) => refusalFrom(error, { form: ['0102'], title: (now) => now('common.saveFailure') }),
  });
  return (
    <Form state={form}>
      <p>{t('account.nameHelp')}</p>
      <TextField
        {...form.field('firstName')}
        label={t('account.firstName')}
        defaultValue={user.first_name ?? ''}
        autoComplete="given-name"
        maxLength={100}
      />
      <TextField
        {...form.field('lastName')}
        label={t('account.lastName')}
        defaultValue={user.last_name ?? ''}
        autoComplete="family-name"
        enterKeyHint="done"
        maxLength={100}
      />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('common.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
