import type { PasswordViolation } from '@tapfolio/domain/password-rules.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { hashPassword, verifyPassword } from '../../lib/password-hashing.ts';
import type { Transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import { refuseViolations, violationsOf } from './password-checks.ts';
import * as passwords from './passwords.queries.ts';

/** Whose password it is, as far as the rules about it go. */
export type PasswordOwner = passwords.OwnerRow & { password_hash: string; changed_at: string };

/** @throws `user_not_active`, `user_expired` or `password_at_provider` when this account has no password to change. */
export function assertOwnsPassword(owner: passwords.OwnerRow): asserts owner is PasswordOwner {
  assertThat(!owner.is_sso_shadow_user, 'password_at_provider');
  assertThat(owner.status !== 'expired', 'user_expired');
  assertThat(owner.status === 'active' && owner.password_hash !== null, 'user_not_active');
}

/**
 * Whoever sets a new password has ten attempts an hour, whatever comes of them: each is compared with former passwords, which
 * costs as much as five sign-ins. @throws `too_many_requests`, and what `work` throws.
 */
export async function withNewPasswordThrottle<Result>(
  context: Using<'pool' | 'keys'>,
  passengerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.newPasswordByAccount, object: passengerId }],
    failures: ['password_rules_violated', 'password_old_incorrect'],
    work,
  });
}

/**
 * Judges a new password by every rule at once and hashes it. @throws `password_new_empty`, `password_rules_violated`.
 */
export async function prepareNewPassword(
  context: Using<'pool' | 'config' | 'keys'>,
  owner: PasswordOwner,
  password: string,
): Promise<string> {
  assertThat(password !== '', 'password_new_empty');
  const personal = [owner.email, owner.first_name ?? '', owner.last_name ?? ''].filter(Boolean);
  const violations = violationsOf(context.config, password, personal);
  if (violations.includes('password_too_long')) refuseViolations(violations);
  if (await isRepeated(context, owner, password)) violations.push('password_max_repeat' satisfies PasswordViolation);
  refuseViolations(violations);
  return await hashPassword(context.keys.passwords, password);
}

/** The last N passwords are the one in force and the N - 1 before it. */
async function isRepeated(
  context: Using<'pool' | 'config' | 'keys'>,
  owner: PasswordOwner,
  password: string,
): Promise<boolean> {
  const { maxRepeat } = context.config.passwordRules;
  if (maxRepeat === 0) return false;
  const former = await passwords.listFormerHashes(context.pool, {
    passengerId: owner.passenger_id,
    most: maxRepeat - 1,
  });
  for (const known of [owner.password_hash, ...former.map((row) => row.password_hash)]) {
    if (await verifyPassword(context.keys.passwords, password, known)) return true;
  }
  return false;
}

/**
 * Puts the new hash in force, keeps the old one among the former ones and deletes outstanding links. False when the account was
 * closed or the password changed since `owner` was read.
 */
export async function replacePassword(
  { config }: Using<'config'>,
  tx: Transaction,
  { owner, hash }: { owner: PasswordOwner; hash: string },
): Promise<boolean> {
  const { passenger_id: passengerId, changed_at: changedAt } = owner;
  const [held] = await passwords.holdPassword(tx, { passengerId, changedAt });
  if (held === undefined) return false;
  await passwords.changeHash(tx, { passengerId, passwordHash: hash });
  await passwords.deleteOldestFormer(tx, { passengerId, most: Math.max(config.passwordRules.maxRepeat - 1, 0) });
  await passwords.deleteResetsOf(tx, { passengerId });
  return true;
}
