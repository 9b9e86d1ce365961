import {
  type PasswordRules,
  type PasswordViolation,
  passwordViolations,
  ruleStates,
} from '@tapfolio/domain/password-rules.ts';
import { ApiError } from '../lib/api-error.ts';
import type { LazyText } from '../lib/i18n.ts';

/** The number in a rule's text: at least so many digits, the last so many passwords. */
function countOf(key: PasswordViolation, rules: PasswordRules): number {
  return ruleStates('', rules).find((rule) => rule.key === key)?.count ?? 1;
}

/** Every rule that the server found broken, in words, each on its own line (AUTH-08). */
export function wordsOfViolations(error: unknown, rules: PasswordRules): LazyText {
  const details = error instanceof ApiError ? error.details : {};
  const violated: readonly unknown[] = Array.isArray(details.password_errors) ? details.password_errors : [];
  const broken = passwordViolations.filter((violation) => violated.includes(violation));
  return (t) =>
    broken.length > 0
      ? broken.map((key) => t(`validation.${key}`, { count: countOf(key, rules) })).join('\n')
      : t('errors.password_rules_violated');
}
