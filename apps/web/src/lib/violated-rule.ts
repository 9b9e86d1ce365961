import { type PasswordRules, passwordViolations } from '@tapfolio/domain/password-rules.ts';
import type { ApiError } from './api-error.ts';
import type { Text } from './i18n.ts';

/** The first rule that only the server could check; the page has checked all others before. */
export function violatedRule({ details }: ApiError, rules: PasswordRules): Text {
  const told: readonly unknown[] = Array.isArray(details.password_errors) ? details.password_errors : [];
  const key = passwordViolations.find((violation) => told.includes(violation));
  return (t) => (key ? t(`validation.${key}`, { count: rules.maxRepeat }) : t('errors.password_rules_violated'));
}
