import type { Db } from '../../lib/sql.ts';
import * as queries from './debts.queries.ts';

/** Lets the unpaid fares follow from the payments in `stage_payments`, which are written. */
export async function followPayments(db: Db): Promise<void> {
  await changeUntilNothing(db, queries.stageDebtsOfPayments);
  if ((await queries.insertDebts(db)) > 0) await queries.noteNewDebts(db);
}

/** Corrects the currency of unpaid fares whose payments are in `stage_payment_windows`. */
export async function followWindows(db: Db): Promise<void> {
  await changeUntilNothing(db, queries.stageDebtsOfWindows);
}

/** More than a passenger and a bank can bring about while one statement waits for them. */
const mostRounds = 10;

/**
 * A fare is changed only in the version that was looked at. What a passenger or the bank changed in between is looked at
 * again, under the lock that the waiting update took or left.
 */
async function changeUntilNothing(db: Db, stage: (db: Db) => Promise<number>): Promise<void> {
  for (let round = 0; round < mostRounds && (await stage(db)) > 0; round += 1) {
    await queries.changeDebts(db);
    await queries.noteChangedDebts(db);
    await queries.emptyDebts(db);
  }
}
