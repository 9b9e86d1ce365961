import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { handleError } from '../../../lib/errors.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { useT } from '../../../lib/i18n.ts';
import { newPassword, sameAs } from '../../../passenger/field-readers.ts';
import { violatedRule } from '../../../passenger/violated-rule.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { type Refusal, useForm } from '../../../ui/use-form.ts';
import { confirmPasswordReset } from '../api/confirm-password-reset.ts';
import type { NewPasswordTerms } from '../api/get-password-rules.ts';
import { keptPasskeyIds } from '../kept-passkey-ids.ts';
import { KeptPasskeys } from './kept-passkeys.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const checkBy = (rules: PasswordRules) =>
  checkFields({ password: newPassword(rules), repeat: sameAs('password'), keepPasskeys: keptPasskeyIds });

type Props = {
  token: string;
  terms: NewPasswordTerms;
  onChanged: (credentials: { email: string; password: string }) => void;
  onLinkRefused: () => void;
};

/** A new password for whoever holds a link, and what becomes of the passkeys that also open the account. */
export function NewPasswordForm({ token, terms: { rules, passkeys }, onChanged, onLinkRefused }: Props) {
  const t = useT();
  const state = useForm({
    check: checkBy(rules),
    send: async ({ password, keepPasskeys }): Promise<Refusal | undefined> => {
      try {
        const { email } = await confirmPasswordReset({ token, password, keepPasskeys });
        onChanged({ email, password });
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
      <KeptPasskeys passkeys={passkeys} />
      <Button type="submit" variant="primary" isWide isBusy={state.isPending}>
        {t('password.submit')}
      </Button>
    </Form>
  );
}
