import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { errorText } from '../../../lib/errors.ts';
import { checkFields } from '../../../lib/form-check.ts';
import { type LazyText, useT } from '../../../lib/i18n.ts';
import { usePortalConfig } from '../../../lib/portal-config.ts';
import { refusalFrom } from '../../../lib/refusal.ts';
import { AccountName } from '../../../passenger/account-name.tsx';
import { newPassword, sameAs } from '../../../passenger/field-readers.ts';
import { wordsOfViolations } from '../../../passenger/password-violations.ts';
import { WhomToAsk } from '../../../passenger/whom-to-ask.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
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
  onChanged: (credentials: { email: string; password: string }) => Promise<void>;
  /** The server refused the link with the token. */
  onRefused: (why: LazyText) => void;
};

/** The new password, and which of the passkeys that also open the account to keep. */
export function NewPasswordForm({ token, terms, onChanged, onRefused }: Props) {
  const t = useT();
  const { contextWords } = usePortalConfig().passwordRules;
  const rules = { ...terms.rules, contextWords };
  const form = useForm({
    check: checkBy(rules),
    send: async ({ password, keepPasskeys }) => {
      const { email } = await confirmPasswordReset({ token, password, keepPasskeys });
      await onChanged({ email, password });
    },
    refusal: (error) => {
      if (error instanceof ApiError && error.code === 'TM0056') {
        onRefused(errorText(error));
        return {};
      }
      return refusalFrom(error, {
        fields: { password: ['password_rules_violated', 'password_new_empty'] },
        form: ['user_not_active', 'user_expired', 'password_at_provider'],
        ask: ['user_not_active', 'user_expired'],
        words: { password_rules_violated: wordsOfViolations(error, rules) },
      });
    },
  });
  return (
    <Form state={form} whomToAsk={<WhomToAsk />}>
      <AccountName email={terms.email} />
      <NewPasswordFields
        field={form.field}
        rules={rules}
        label={t('password.new')}
        repeatLabel={t('password.repeat')}
        enterKeyHint="done"
      />
      <KeptPasskeys passkeys={terms.passkeys} />
      <Button type="submit" variant="primary" isWide isBusy={form.isPending}>
        {t('password.submit')}
      </Button>
    </Form>
  );
}
