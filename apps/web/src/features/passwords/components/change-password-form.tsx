import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { handleError } from '../../../lib/errors.ts';
import { checkFields, secret } from '../../../lib/form-check.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { notifyChange } from '../../../lib/notices.ts';
import { newPassword, sameAs } from '../../../passenger/field-readers.ts';
import { violatedRule } from '../../../passenger/violated-rule.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, FormActions } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { type Refusal, useForm } from '../../../ui/use-form.ts';
import { changePassword } from '../api/change-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

const checkBy = (rules: PasswordRules) =>
  checkFields({ old: secret, password: newPassword(rules), repeat: sameAs('password') });
const at = (field: string, text: LazyText) => (): Refusal => ({ fields: { [field]: text } });

/** Old, new, repeat (ACC-02); `onChanged` takes the form away, so that nothing typed is left in it. */
export function ChangePasswordForm({ rules, onChanged }: { rules: PasswordRules; onChanged: () => void }) {
  const t = useT();
  const form = useForm({
    check: checkBy(rules),
    send: async ({ old, password }): Promise<Refusal | undefined> => {
      try {
        await changePassword(old, password);
      } catch (error) {
        const refusal = handleError<Refusal>(
          error,
          {
            password_old_empty: at('old', (text) => text('errors.password_old_empty')),
            password_old_incorrect: at('old', (text) => text('errors.password_old_incorrect')),
            password_new_empty: at('password', (text) => text('errors.password_new_empty')),
            password_rules_violated: (refused) => ({ fields: { password: violatedRule(refused, rules) } }),
            password_at_provider: () => ({ form: (text) => text('errors.password_at_provider') }),
            too_many_requests: () => ({ form: (text) => text('errors.too_many_requests') }),
          },
          (text) => text('account.passwordFailed'),
        );
        return refusal ?? {};
      }
      notifyChange((text) => text('account.passwordDone'));
      onChanged();
      return undefined;
    },
  });
  return (
    <Form state={form}>
      <PasswordField {...form.field('old')} label={t('account.passwordOld')} autoComplete="current-password" required />
      <NewPasswordFields
        field={form.field}
        rules={rules}
        label={t('password.new')}
        repeatLabel={t('password.repeat')}
      />
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.isPending}>
          {t('password.submit')}
        </Button>
      </FormActions>
    </Form>
  );
}
