import { systemCodes } from '@tapfolio/contracts/errors/system-codes.ts';
import { isCommonPassword } from '@tapfolio/domain/common-passwords.ts';
import { isTooLong, type PasswordViolation, violatedRules } from '@tapfolio/domain/password-rules.ts';
import { recordAudit } from '../../audit/audit.queries.ts';
import type { Config } from '../../config/config.ts';
import { placeWords, wordsOf } from '../../config/place-words.ts';
import type { Passenger } from '../../gate/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { sha256 } from '../../lib/hashing.ts';
import { isLeakedPassword } from '../../lib/leaked-passwords.ts';
import { hashPassword, verifyPassword } from '../../lib/password-hashing.ts';
import type { Db, Transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { withThrottle } from '../throttles/throttles.service.ts';
import * as passwords from './passwords.queries.ts';

/** The owner of a password, with what the rules need to know. */
export type PasswordOwner = passwords.OwnerRow & { password_hash: string; changed_at: string };

/** @throws `user_not_active`, `user_expired` or `password_at_provider` when this account has no password to change. */
export function assertOwnsPassword(owner: passwords.OwnerRow): asserts owner is PasswordOwner {
  assertThat(!owner.is_sso_shadow_user, 'password_at_provider');
  assertThat(owner.status !== 'expired', 'user_expired');
  assertThat(owner.status === 'active' && owner.password_hash !== null, 'user_not_active');
}

/**
 * Allows ten attempts an hour to set a new password, successful or not: each is compared with former passwords, which costs as
 * much as five sign-ins. @throws `too_many_requests`, and what `work` throws.
 */
export async function withNewPasswordThrottle<Result>(
  context: Using<'pool' | 'keys'>,
  { passengerId, isForgotten }: { passengerId: string; isForgotten: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  const rule = isForgotten ? throttleRules.newPasswordByReset : throttleRules.newPasswordByAccount;
  return await withThrottle(context, {
    buckets: [{ rule, object: passengerId }],
    failures: ['password_rules_violated'],
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
  const violations = await violationsOf(context.config, password, personal);
  if (violations.includes('password_too_long')) refuseViolations(violations);
  if (await isRepeated(context, owner, password)) violations.push('password_max_repeat' satisfies PasswordViolation);
  refuseViolations(violations);
  return await hashPassword(context.keys.passwords, password);
}

/**
 * Refuses a new password with every rule it breaks, at once (AUTH-08). `personal` are texts its owner is known by.
 * @throws `password_rules_violated` with `password_errors`.
 */
export async function assertGoodPassword(config: Config, password: string, personal: readonly string[]): Promise<void> {
  refuseViolations(await violationsOf(config, password, personal));
}

async function violationsOf(
  config: Config,
  password: string,
  personal: readonly string[],
): Promise<PasswordViolation[]> {
  // A very long text is not compared with dictionaries: that would cost too much.
  if (isTooLong(password)) return ['password_too_long'];
  const contextWords = [...placeWords(config), ...wordsOf(personal)];
  const violations = violatedRules(password, { ...config.passwordRules, contextWords });
  return isCommonPassword(password) || (await isLeakedPassword(password))
    ? [...violations, 'password_too_common']
    : violations;
}

function refuseViolations(violations: readonly PasswordViolation[]): void {
  if (violations.length > 0) throw new AppError('password_rules_violated', { password_errors: violations });
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

type Proving = Using<'pool' | 'keys'>;

/**
 * Makes sure that the passenger knows the password in force.
 * @throws `password_old_incorrect`, `user_not_active` when the account was closed, what `assertOwnsPassword` refuses, and
 *   `too_many_requests`.
 */
export async function provePassword(
  context: Proving,
  { passengerId, traceId }: Passenger,
  password: string,
): Promise<PasswordOwner> {
  return await withThrottle(context, {
    buckets: [{ rule: throttleRules.passwordByAccount, object: passengerId }],
    failures: ['password_old_incorrect'],
    work: async () => {
      const [owner] = await passwords.findOwner(context.pool, { passengerId });
      assertThat(owner !== undefined, 'user_not_active');
      assertOwnsPassword(owner);
      if (await verifyPassword(context.keys.passwords, password, owner.password_hash)) return owner;
      await recordAudit(context.pool, { kind: 'password_change_refused', passengerId, traceId });
      throw new AppError('password_old_incorrect');
    },
  });
}

/** A password as it was when it was compared. */
export interface ProvenPassword {
  readonly passenger_id: string;
  readonly changed_at: string;
}

/**
 * Makes sure that the compared password is still valid, and keeps it so until the transaction ends.
 * @throws `refusal` if it was changed or the account was closed before.
 */
export async function holdPassword(
  tx: Transaction,
  proven: ProvenPassword,
  refusal: 'login_failed' | 'password_old_incorrect' = 'login_failed',
): Promise<void> {
  const [held] = await passwords.holdPassword(tx, { passengerId: proven.passenger_id, changedAt: proven.changed_at });
  assertThat(held !== undefined, refusal);
}

/** Whether this is the passenger's password; the caller limits the attempts. Takes the same time without a password. */
export async function isOwnPassword(context: Proving, passengerId: string, password: string): Promise<boolean> {
  const [row] = await passwords.findPasswordHash(context.pool, { passengerId });
  return await verifyPassword(context.keys.passwords, password, row?.password_hash);
}

/** Whose password a reset token changes, and why there is one. */
export type ResetOwner = passwords.ResetOwnerRow;

/** No less than the window of `resetByEmail` in `throttle-rules.ts`. */
const minutesToReset = 30;

/**
 * Stores the token of a reset for the passenger with this address and a password here, in place of any older one, and returns
 * the passenger's id. If there is no such passenger it stores nothing, in the same time, and returns null.
 */
export async function storeReset(
  tx: Transaction,
  { email, id, token }: { email: string; id: string; token: string },
): Promise<string | null> {
  const [owner] = await passwords.lockOwnerByEmail(tx, { email });
  const passengerId = owner?.passenger_id ?? null;
  await passwords.replaceReset(tx, {
    tokenHash: sha256(token),
    resetId: id,
    passengerId,
    purpose: 'forgotten',
    minutesValid: minutesToReset,
  });
  return passengerId;
}

/** The owner of a token that could be used now. @throws `TM0056`. */
export async function findResetOwner(db: Db, token: string): Promise<ResetOwner> {
  const [owner] = await passwords.findOwnerByReset(db, { tokenHash: sha256(token) });
  assertThat(owner !== undefined, systemCodes.resetToken.unknown);
  return owner;
}

/** Uses a token up: of several parallel uses one succeeds. @throws `TM0056`. */
export async function takeReset(tx: Transaction, token: string): Promise<void> {
  const [taken] = await passwords.takeReset(tx, { tokenHash: sha256(token) });
  assertThat(taken !== undefined, systemCodes.resetToken.unknown);
}

/** Deletes links that have expired. */
export async function deleteExpiredResets(db: Db): Promise<void> {
  await passwords.deleteExpiredResets(db);
}
