import type { PasswordRules } from '@tapfolio/domain/password-rules.ts';
import { call } from '../../../lib/api-client.ts';

/** The rules for whoever holds a reset token; asking does not use the token up (AUTH-09). */
export async function getPasswordRules(token: string): Promise<PasswordRules> {
  const rules = await call('getPasswordRules', { query: { token } });
  return {
    length: rules.passwd_rule_length,
    digits: rules.passwd_rule_digits_count,
    bigLetters: rules.passwd_rule_big_letters_count,
    smallLetters: rules.passwd_rule_small_letters_count,
    specialChars: rules.passwd_rule_special_chars_count,
    maxRepeat: rules.passwd_rule_max_repeat,
  };
}
