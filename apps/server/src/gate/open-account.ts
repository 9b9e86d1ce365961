import type { Transaction } from '../lib/sql.ts';
import * as gate from './gate.queries.ts';

/**
 * Makes whatever changes an account take turns until the transaction ends: what is read after it stays true. It comes before
 * any other row of the passenger is locked, so that nobody waits in a circle. False when the account is no longer open.
 */
export async function lockOpenAccount(tx: Transaction, passengerId: string): Promise<boolean> {
  return (await gate.lockOpenAccount(tx, { passengerId })).length === 1;
}
