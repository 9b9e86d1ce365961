import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { sha256 } from '../../lib/hashing.ts';
import type { Db, Transaction } from '../../lib/sql.ts';
import * as passwords from './passwords.queries.ts';

/** Whose password a reset token changes, and why there is one. */
export type ResetOwner = passwords.ResetOwnerRow;

const minutesToReset = 30;

/**
 * Stores the token of a reset for the passenger with this address and a password here, in place of any older one, and says
 * whose it is. For nobody it stores nothing, in the same time, and answers null.
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

/** The owner of a token that could be used now. @throws `password_reset_token_invalid`. */
export async function findResetOwner(db: Db, token: string): Promise<ResetOwner> {
  const [owner] = await passwords.findOwnerByReset(db, { tokenHash: sha256(token) });
  if (owner === undefined) throw new AppError('password_reset_token_invalid');
  return owner;
}

/** Uses a token up: of parallel uses one succeeds. @throws `password_reset_token_invalid`. */
export async function takeReset(tx: Transaction, token: string): Promise<void> {
  const [taken] = await passwords.takeReset(tx, { tokenHash: sha256(token) });
  assertThat(taken !== undefined, 'password_reset_token_invalid');
}

/** Deletes links that nobody followed in time. */
export async function deleteExpiredResets(db: Db): Promise<void> {
  await passwords.deleteExpiredResets(db);
}
