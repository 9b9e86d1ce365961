import type pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import { type BackOfficeNews, tellBackOffice } from '../../modules/back-office/tell-back-office.service.ts';
import { wakeCardNews } from '../../modules/card-news/wake-card-news.service.ts';
import * as queries from './debts.queries.ts';
import { listOwed, type OwedDebt } from './owed-debts.queries.ts';
import { emptyTaken, stageTaken } from './taken.queries.ts';

/** What a transaction has changed of unpaid fares so far. */
export interface DebtNews {
  /** The fares that it brought, or brought back. */
  readonly owed: queries.OwedKey[];
  /** The media of which it settled a fare. */
  readonly settled: string[];
}

/** So many fares are told at once: no statement takes long. */
const mostAtOnce = 5000;

/**
 * Tells the back office of the unpaid fares that a transaction brought, as far as they are still owed: their cards are denied. Then mails are asked
 * for about the cards of passengers. To be called before the commit. A passenger who pays locks the unpaid fare first and the messages of its card afterwards,
 * and so does the importer: neither waits for the other in a circle.
 */
export async function tellDebtNews(client: pg.ClientBase, { owed, settled }: DebtNews): Promise<void> {
  await tellOwed(client, owed);
  const refused = owed.filter((key) => key.is_recent).map((key) => key.medium_id);
  for (const some of inParts(inOrder(refused))) await wakeCardNews(client, { refused: some, settled: [] });
  for (const some of inParts(inOrder(settled))) await wakeCardNews(client, { refused: [], settled: some });
}

/** Each medium once. */
export const inOrder = (media: readonly string[]): string[] => [...new Set(media)].toSorted();

/** As many at once as one statement takes. */
export function inParts<Item>(items: readonly Item[]): Item[][] {
  const parts = Math.ceil(items.length / mostAtOnce);
  return Array.from({ length: parts }, (_, part) => items.slice(part * mostAtOnce, (part + 1) * mostAtOnce));
}

async function tellOwed(client: pg.ClientBase, keys: readonly queries.OwedKey[]): Promise<void> {
  const each = new Map(keys.map((key) => [`${key.medium_id} ${key.payment_id}`, key]));
  const sorted = [...each.values()].toSorted((one, other) => (one.medium_id < other.medium_id ? -1 : 1));
  for (const some of inParts(sorted)) {
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
export const followPayments = (db: Db, news: DebtNews): Promise<void> => follow(db, news, queries.ofPayments);

/** Lets the unpaid fares follow from the currency of the payments in `stage_payment_windows`, and from what the bank took for them. */
export const followWindows = (db: Db, news: DebtNews): Promise<void> => follow(db, news, queries.ofWindows);

async function follow(db: Db, news: DebtNews, staged: queries.StagedDebts): Promise<void> {
  await stageTaken(db);
  await changeUntilNothing(db, news, staged.stageChanged);
  const inserted = await staged.insertNew(db);
  if (inserted.length > 0) await staged.noteNew(db);
  for (const key of inserted) news.owed.push(key);
  await emptyTaken(db);
}

/** A passenger and a bank cannot change a fare more often while the importer looks at it. */
const mostRounds = 10;

/**
 * A fare is changed only in the version that was looked at. What a passenger or the bank changed in between is looked at
 * again.
 */
async function changeUntilNothing(db: Db, news: DebtNews, stage: (db: Db) => Promise<number>): Promise<void> {
  for (let round = 0; round < mostRounds && (await stage(db)) > 0; round += 1) {
    await queries.changeDebts(db);
    await queries.moveRecoveries(db);
    await queries.noteChangedDebts(db);
    for (const key of await queries.listOwedAgain(db)) news.owed.push(key);
    for (const { medium_id: mediumId } of await queries.listSettled(db)) news.settled.push(mediumId);
    await queries.emptyDebts(db);
  }
}
