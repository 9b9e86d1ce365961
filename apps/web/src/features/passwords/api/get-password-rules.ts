import type { Passkey } from '@tapfolio/contracts/second-factors.ts';
import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { call } from '../../../lib/api-client.ts';

/** Whose password it is, the rules for a new one, and the passkeys that the owner has to decide on. */
export type NewPasswordTerms = { email: string; rules: PasswordRules; passkeys: readonly Passkey[] };

/** The rules for the owner of a reset token. This call does not use the token up (AUTH-09). */
export async function getPasswordRules(token: string): Promise<NewPasswordTerms> {
  const { email, passkeys, ...rules } = await call('getPasswordRules', { query: { token } });
  return {
    email,
    passkeys,
    rules: {
      length: rules.passwd_rule_length,
      digits: rules.passwd_rule_digits_count,
      bigLetters: rules.passwd_rule_big_letters_count,
      smallLetters: rules.passwd_rule_small_letters_count,
      specialChars: rules.passwd_rule_special_chars_count,
      maxRepeat: rules.passwd_rule_max_repeat,
    },
  };
}
