import type { Config } from '../../config/config.ts';

/** The operator's rules in the specification's names. */
export function presentRules(rules: Config['passwordRules']) {
  return {
    passwd_rule_digits_count: rules.digits,
    passwd_rule_length: rules.length,
    passwd_rule_big_letters_count: rules.bigLetters,
    passwd_rule_small_letters_count: rules.smallLetters,
    passwd_rule_special_chars_count: rules.specialChars,
    passwd_rule_max_repeat: rules.maxRepeat,
  };
}
