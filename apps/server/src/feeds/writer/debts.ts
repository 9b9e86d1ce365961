import type pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import { type BackOfficeNews, tellBackOffice } from '../../modules/back-office/tell-back-office.service.ts';
import * as queries from './debts.queries.ts';
import { listOwed, type OwedDebt } from './owed-debts.queries.ts';
import { emptyTaken, stageTaken } from './taken.queries.ts';

/** The unpaid fares that a transaction has brought so far. */
export type NewDebts = queries.DebtKey[];

/** So many fares are told at once: no statement takes long. */
const mostAtOnce = 5000;

/**
 * Tells the back office of the unpaid fares that a transaction brought, as far as they are still owed: their cards are denied.
 * To be called before the commit. A passenger who pays locks the unpaid fare first and the messages of its card afterwards,
 * and so does the importer: neither waits for the other in a circle.
 */
export async function tellNewDebts(client: pg.ClientBase, keys: readonly queries.DebtKey[]): Promise<void> {
  const each = new Map(keys.map((key) => [`${key.medium_id} ${key.payment_id}`, key]));
  const inOrder = [...each.values()].toSorted((one, other) => (one.medium_id < other.medium_id ? -1 : 1));
  for (let first = 0; first < inOrder.length; first += mostAtOnce) {
    const some = inOrder.slice(first, first + mostAtOnce);
    const owed = await listOwed(client, {
      mediumIds: some.map((key) => key.medium_id),
      paymentIds: some.map((key) => key.payment_id),
    });
    if (owed.length > 0) await tellBackOffice(client, owed.map(newsOf));
  }
}

function newsOf(debt: OwedDebt): BackOfficeNews {
  const { medium_id: mediumId, payment_id: paymentId, operator_code: operatorCode, srid, currency } = debt;
  return { mediumId, paymentId, operatorCode, srid, kind: 'access_denied', amountMinor: debt.due_minor, currency };
}

/**
 * Derives the unpaid fares from the payments in `stage_payments`, which are written before. Those with a reference are also in
 * `stage_payment_windows`.
 */
export const followPayments = (db: Db, news: NewDebts): Promise<void> => follow(db, news, queries.ofPayments);

/** Lets the unpaid fares follow from the currency of the payments in `stage_payment_windows`, and from what the bank took for them. */
export const followWindows = (db: Db, news: NewDebts): Promise<void> => follow(db, news, queries.ofWindows);

async function follow(db: Db, news: NewDebts, staged: queries.StagedDebts): Promise<void> {
  await stageTaken(db);
  for (const key of await changeUntilNothing(db, staged.stageChanged)) news.push(key);
  const inserted = await staged.insertNew(db);
  if (inserted.length > 0) await staged.noteNew(db);
  for (const key of inserted) news.push(key);
  await emptyTaken(db);
}

/** A passenger and a bank cannot change a fare more often while the importer looks at it. */
const mostRounds = 10;

/**
 * A fare is changed only in the version that was looked at. What a passenger or the bank changed in between is looked at
 * again.
 * @returns those that are owed once more.
 */
async function changeUntilNothing(db: Db, stage: (db: Db) => Promise<number>): Promise<queries.DebtKey[]> {
  const owedAgain: queries.DebtKey[] = [];
  for (let round = 0; round < mostRounds && (await stage(db)) > 0; round += 1) {
    await queries.changeDebts(db);
    await queries.moveRecoveries(db);
    await queries.noteChangedDebts(db);
    owedAgain.push(...(await queries.listOwedAgain(db)));
    await queries.emptyDebts(db);
  }
  return owedAgain;
}
