import { isCommonPassword } from '@tapfolio/domain/common-passwords.ts';
import { type PasswordViolation, violatedRules } from '@tapfolio/domain/password-rules.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Config } from '../../plugins/config.ts';
import { isLeakedPassword } from './leaked-passwords.ts';

/**
 * Refuses a new password with every rule it breaks, at once (AUTH-08). `personal` are texts its owner is known by.
 * @throws `password_rules_violated` with `password_errors`.
 */
export function assertGoodPassword(config: Config, password: string, personal: readonly string[]): void {
  refuseViolations(violationsOf(config, password, personal));
}

export function violationsOf(config: Config, password: string, personal: readonly string[]): PasswordViolation[] {
  const violations = violatedRules(password, config.passwordRules, contextWords(config, personal));
  return isCommonPassword(password) || isLeakedPassword(password) ? [...violations, 'password_too_common'] : violations;
}

export function refuseViolations(violations: readonly PasswordViolation[]): void {
  if (violations.length > 0) throw new AppError('password_rules_violated', { password_errors: violations });
}

/** Words nobody should build a password of: the operator's names and the parts of one's own address. */
function contextWords({ brand }: Config, personal: readonly string[]): string[] {
  const names = [brand.name, brand.productName, 'tapfolio', ...personal];
  return names.flatMap((name) => [name, ...name.split(/[\s@._+-]+/)]).filter((word) => word.length > 2);
}
