import { isCommonPassword } from '@tapfolio/domain/common-passwords.ts';
import { isTooLong, type PasswordViolation, violatedRules } from '@tapfolio/domain/password-rules.ts';
import type { Config } from '../../config/config.ts';
import { placeWords, wordsOf } from '../../config/place-words.ts';
import { AppError } from '../../lib/app-error.ts';
import { isLeakedPassword } from './leaked-passwords.ts';

/**
 * Refuses a new password with every rule it breaks, at once (AUTH-08). `personal` are texts its owner is known by.
 * @throws `password_rules_violated` with `password_errors`.
 */
export function assertGoodPassword(config: Config, password: string, personal: readonly string[]): void {
  refuseViolations(violationsOf(config, password, personal));
}

export function violationsOf(config: Config, password: string, personal: readonly string[]): PasswordViolation[] {
  // Whoever sends a long text in place of a password must not have it compared with a dictionary.
  if (isTooLong(password)) return ['password_too_long'];
  const contextWords = [...placeWords(config), ...wordsOf(personal)];
  const violations = violatedRules(password, { ...config.passwordRules, contextWords });
  return isCommonPassword(password) || isLeakedPassword(password) ? [...violations, 'password_too_common'] : violations;
}

export function refuseViolations(violations: readonly PasswordViolation[]): void {
  if (violations.length > 0) throw new AppError('password_rules_violated', { password_errors: violations });
}
