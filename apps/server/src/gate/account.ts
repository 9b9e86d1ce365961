import { assertThat } from '../lib/assert-that.ts';
import type { Db, Transaction } from '../lib/sql.ts';
import * as gate from './gate.queries.ts';

/**
 * Locks an account until the transaction ends: changes of one account take turns, and what is read afterwards stays true. Lock
 * it before any other row of the passenger, or two transactions wait for each other. False when the account is not open.
 */
export async function lockOpenAccount(tx: Transaction, passengerId: string): Promise<boolean> {
  return (await gate.lockOpenAccount(tx, { passengerId })).length === 1;
}

/**
 * Lets a session change how its account is opened only if its passenger gave a password or a passkey in the last five minutes,
 * by the database's clock (ASVS 7.5.1). @throws `reauthentication_required`.
 */
export async function assertFreshProof(db: Db, tokenHash: Buffer): Promise<void> {
  const [fresh] = await gate.findFreshProof(db, { tokenHash });
  assertThat(fresh !== undefined, 'reauthentication_required');
}
