import type pg from 'pg';
import type { Db, ResultRow } from '../../lib/sql.ts';
import { wakeRefundNews } from '../../modules/card-news/wake-refund-news.service.ts';
import { withHashJoins } from '../import.queries.ts';
import type { Counts } from '../report.ts';
import type { DeliveredRow, PaymentPartsRecord, PaymentRecord, Quarantine } from './canonical.ts';
import { type DebtNews, followPayments, followWindows, inOrder, inParts, tellDebtNews } from './debts.ts';
import { changeFound, emptyFound } from './found.queries.ts';
import { noteOtherCurrencies, type OtherCurrencies, raiseOtherCurrencies } from './other-currencies.ts';
import * as partQueries from './payment-parts.queries.ts';
import * as queries from './payments.queries.ts';
import * as referenceQueries from './references.queries.ts';
import { listRecentRefunds } from './refunds.queries.ts';
import { countUpsert, moveToUpdated, type StageRows, upsert } from './staging.queries.ts';

/** What a transaction gathers about payments for its end. */
export interface PaymentNews {
  readonly debtNews: DebtNews;
  readonly otherCurrencies: OtherCurrencies;
  /** The media to which money came back, or from which a refund was taken away. */
  readonly refundNews: string[];
}

/** For a transaction that begins. */
export const noPaymentNews = (): PaymentNews => ({
  debtNews: { owed: [], settled: [] },
  otherCurrencies: [],
  refundNews: [],
});

/** Tells what a transaction has gathered about payments. To be called last before its commit. */
export async function tellPaymentNews(
  client: pg.ClientBase,
  { debtNews, otherCurrencies, refundNews }: PaymentNews,
): Promise<void> {
  if (debtNews.owed.length + debtNews.settled.length > 0) await tellDebtNews(client, debtNews);
  for (const media of inParts(inOrder(refundNews))) await wakeRefundNews(client, media);
  if (otherCurrencies.length > 0) await raiseOtherCurrencies(client, otherCurrencies);
}

export interface PaymentsTask extends PaymentNews {
  payments: StageRows<PaymentRecord>;
  parts: StageRows<PaymentPartsRecord>;
  counts: Counts;
  quarantine: Quarantine;
}

/** Writes payments and the references that lead to them. */
export async function writePayments(client: pg.ClientBase, task: PaymentsTask): Promise<void> {
  const { payments, parts, counts, quarantine } = task;
  const staged = (await payments.stage(client)) + (await stagePaymentsOfParts(client, parts));
  const withdrawn = await changeFound(client, queries.findWithdrawnRefunds, queries.dropFoundPayments);
  const { areMoved, outdated } = await findMovedPayments(client);
  await referenceQueries.insertReferences(client);
  await referenceQueries.settleReferences(client);
  const foreign = await resolveReferences(client, quarantine);
  const moved = areMoved ? await takeMovedAway(client) : 0;
  counts.add('payments', { quarantined: foreign });
  const left = staged - foreign - outdated - withdrawn;
  const result = await upsert(client, queries.upsertPayments, left, () => forgetFormerReferences(client));
  countUpsert(counts, 'payments', payments.delivered + parts.delivered - foreign, moveToUpdated(result, moved));
  const derived = result.inserted < left ? await queries.deriveFromDelivery(client) : 0;
  for (const { medium_id: mediumId } of await listRecentRefunds(client)) task.refundNews.push(mediumId);
  await queries.stageWindowsOfPayments(client);
  const corrected = await followFirstTaps(client);
  await followPayments(client, task.debtNews);
  if (moved + derived + corrected > 0) await noteOtherCurrencies(client, task.otherCurrencies);
}

/** Makes payments of the parts in `stage_payment_parts`, and of the trips and movements of money; to be called once these are written. */
async function stagePaymentsOfParts(client: pg.ClientBase, parts: StageRows<PaymentPartsRecord>): Promise<number> {
  if (parts.delivered === 0) return 0;
  await withHashJoins(client, () => partQueries.stagePartFares(client));
  await partQueries.stagePartCharges(client);
  return await partQueries.stagePaymentsOfParts(client);
}

/** Marks staged payments that lie elsewhere so far. What a newer export has put there is staged no more. */
async function findMovedPayments(db: Db): Promise<{ areMoved: boolean; outdated: number }> {
  let marked = await changeFound(db, queries.findMovedPayments, queries.markMovedPayments);
  marked += await changeFound(db, queries.findMovedRefunds, queries.markMovedPayments);
  if ((await queries.anyWithoutReference(db)).length > 0)
    marked += await changeFound(db, queries.findMovedPaymentsWithoutReference, queries.markMovedPayments);
  if (marked === 0) return { areMoved: false, outdated: 0 };
  const outdated = await changeFound(db, queries.findOutdatedPayments, queries.dropFoundPayments);
  return { areMoved: true, outdated };
}

/** Deletes them at their old place; they are staged and written again. */
async function takeMovedAway(db: Db): Promise<number> {
  await forgetFormerReferences(db);
  const moved = await queries.removeMovedPayments(db);
  await referenceQueries.moveReferences(db);
  return moved;
}

/** To be run before the payments that are known are changed. */
async function forgetFormerReferences(db: Db): Promise<void> {
  await changeFound(db, referenceQueries.findFormerReferences, referenceQueries.removeFormerReferences);
}

/**
 * Corrects day, currency and references of payments whose taps are in `stage_taps`.
 * @returns the rows of payments that have no tap any more: what they say of day and currency themselves stands in their rows alone.
 */
export async function followTaps(db: Db, news: PaymentNews): Promise<DeliveredRow[]> {
  if ((await queries.stageWindowsOfTaps(db)) === 0) return [];
  const corrected = await followFirstTaps(db);
  await followWindows(db, news.debtNews);
  if (corrected > 0) await noteOtherCurrencies(db, news.otherCurrencies);
  return await withHashJoins(db, () => queries.listWithoutTap(db));
}

/** Corrects the amounts of references whose charges are in `stage_settlements`, and what is owed of their payments. */
export async function followSettlements(db: Db, news: DebtNews): Promise<void> {
  if ((await queries.stageWindowsOfSettlements(db)) === 0) return;
  await refreshReferences(db);
  await followWindows(db, news);
}

/** @returns how many payments have another day or currency now. */
async function followFirstTaps(db: Db): Promise<number> {
  const found = await withHashJoins(db, () => queries.stageFirstTaps(db));
  const corrected = found > 0 ? await queries.deriveFromTaps(db) : 0;
  await refreshReferences(db);
  return corrected;
}

async function refreshReferences(db: Db): Promise<void> {
  await queries.stageReferences(db);
  await queries.refreshReferences(db);
  await queries.followCurrency(db);
  await queries.emptyReferences(db);
}

/**
 * Takes out payments whose reference belongs to another one, and lets refunds take over the currency of theirs.
 * @returns how many were taken out.
 */
async function resolveReferences(client: pg.ClientBase, quarantine: Quarantine): Promise<number> {
  if ((await referenceQueries.findReferences(client)) === 0) return 0;
  const rows = await referenceQueries.removeForeignPayments(client);
  const [ofCard, ofOthers] = [rows.filter((row) => row.is_of_card), rows.filter((row) => !row.is_of_card)];
  await quarantine.addStaged(ofCard, 'payment reference belongs to another payment of the card');
  await quarantine.addStaged(ofOthers, 'payment reference belongs to another card');
  await contestReferences(
    client,
    ofOthers.filter((row) => row.is_another),
  );
  await referenceQueries.takeCurrencyOfReference(client);
  await emptyFound(client);
  return rows.length;
}

type ForeignRow = ResultRow<typeof referenceQueries.removeForeignPayments>;

/** Notes which references payments of other cards have too, as the newest row of each payment says. */
async function contestReferences(db: Db, foreign: readonly ForeignRow[]): Promise<void> {
  if (foreign.length === 0) return;
  const known = await referenceQueries.listOutdated(db, {
    ...listsOf(foreign),
    mediumIds: foreign.map((row) => row.medium_id),
    files: foreign.map((row) => row.file_id),
    lines: foreign.map((row) => row.line_number),
  });
  const newer = await referenceQueries.listNewerContests(db, listsOf(foreign));
  const outdated = new Set([...known, ...newer].map((row) => row.payment_id));
  const contesting = foreign.filter((row) => !outdated.has(row.payment_id));
  if (contesting.length === 0) return;
  await referenceQueries.contestReferences(db, { ...listsOf(contesting), srids: contesting.map(({ srid }) => srid) });
}

const listsOf = (rows: readonly ForeignRow[]) => ({
  paymentIds: rows.map((row) => row.payment_id),
  exportedAts: rows.map((row) => row.exported_at),
});
