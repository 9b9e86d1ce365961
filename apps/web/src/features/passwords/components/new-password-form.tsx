import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { handleError } from '../../../lib/errors.ts';
import { newPassword, sameAs } from '../../../lib/field-readers.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { violatedRule } from '../../../lib/violated-rule.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { type Refusal, useForm } from '../../../ui/use-form.ts';
import { confirmPasswordReset } from '../api/confirm-password-reset.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

const checkBy = (rules: PasswordRules) => checkFields({ password: newPassword(rules), repeat: sameAs('password') });

type Props = { token: string; rules: PasswordRules; onChanged: (password: string) => void; onLinkRefused: () => void };

export function NewPasswordForm({ token, rules, onChanged, onLinkRefused }: Props) {
  const t = useT();
  const state = useForm({
    check: checkBy(rules),
    send: async ({ password }): Promise<Refusal | undefined> => {
      try {
        await confirmPasswordReset(token, password);
      } catch (error) {
        const refusal = handleError<Refusal>(error, {
          password_rules_violated: (refused) => ({ fields: { password: violatedRule(refused, rules) } }),
          password_new_empty: () => ({ fields: { password: (text) => text('errors.password_new_empty') } }),
          password_reset_token_invalid: () => {
            onLinkRefused();
            return {};
          },
          user_not_active: () => ({ form: (text) => text('errors.user_not_active') }),
          user_expired: () => ({ form: (text) => text('errors.user_expired') }),
          password_at_provider: () => ({ form: (text) => text('errors.password_at_provider') }),
        });
        return refusal ?? {};
      }
      onChanged(password);
      return undefined;
    },
  });
  return (
    <Form state={state}>
      <NewPasswordFields
        field={state.field}
        rules={rules}
        label={t('password.new')}
        repeatLabel={t('password.repeat')}
      />
      <Button type="submit" variant="primary" isWide isBusy={state.isPending}>
        {t('password.submit')}
      </Button>
    </Form>
  );
}
