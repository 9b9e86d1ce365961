import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import type { AppContext, Using } from '../../plugins/context.ts';
import * as queries from './retention.queries.ts';

type Retention = AppContext['config']['retention'];

/**
 * Forgets travel and deliveries that are older than the operator keeps them (configuration `retention`). Safe to stop and
 * to run twice: every batch stands for itself. A step that fails does not keep the others from their work.
 * @throws AggregateError with what failed, after every step had its turn.
 */
export async function forgetOldTravel({ pool, config }: Using<'pool' | 'config'>): Promise<void> {
  const failures: Error[] = [];
  for (const [what, forget] of stepsOf(config.retention)) {
    try {
      await forget(pool);
    } catch (cause) {
      failures.push(new Error(`${what} could not be forgotten`, { cause }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
}

type Step = readonly [what: string, forget: (db: Db) => Promise<unknown>];

function stepsOf({ travelMonths, feedFileMonths, rawRowWeeks, lookupDays }: Retention): Step[] {
  const daysOfMonth = 31;
  const fileDays = feedFileMonths * daysOfMonth;
  return [
    [
      'months of travel',
      (db) => untilNothing(() => dropPartition(() => queries.dropMonth(db, { monthsToKeep: travelMonths }))),
    ],
    ['unpaid fares', (db) => byTime(db, queries.deleteDebts, travelMonths)],
    ['messages to the back office', (db) => byTime(db, queries.deleteMessages, travelMonths)],
    ['events of unpaid fares', (db) => byTime(db, queries.deleteDebtEvents, travelMonths)],
    [
      'weeks of rows',
      (db) => untilNothing(() => dropPartition(() => queries.dropFeedWeek(db, { weeksToKeep: rawRowWeeks }))),
    ],
    ['references', (db) => byTime(db, queries.deleteReferences, travelMonths)],
    ['settlements', (db) => byTime(db, queries.deleteSettlements, travelMonths)],
    ['refunds', (db) => byTime(db, queries.deleteRefunds, travelMonths)],
    ['refunds of trips', (db) => byTime(db, queries.deleteRefundTrips, travelMonths)],
    ['authorisations', (db) => byTime(db, queries.deleteAuthorisations, travelMonths)],
    ['chargebacks', (db) => byTime(db, queries.deleteChargebacks, travelMonths)],
    ['chargebacks that wait', (db) => byTime(db, queries.deleteWaitingChargebacks, travelMonths)],
    ['collections', (db) => byTime(db, queries.deleteCollections, travelMonths)],
    ['products', (db) => byTime(db, queries.deleteProducts, travelMonths)],
    ['sold packages', (db) => byTime(db, queries.deleteSalesPackages, travelMonths)],
    ['look-ups of taps', (db) => byFile(db, queries.deleteTapLookups, lookupDays)],
    ['look-ups of trips', (db) => byFile(db, queries.deleteTripLookups, lookupDays)],
    ['pieces of trips and payments', (db) => byFile(db, queries.deletePieces, lookupDays)],
    ['quarantined rows', (db) => byFile(db, queries.deleteQuarantine, fileDays)],
    ['waiting fares', (db) => byFile(db, queries.deleteWaiting, fileDays)],
  ];
}

async function untilNothing(forgetSome: () => Promise<unknown[]>): Promise<void> {
  while ((await forgetSome()).length > 0);
}

async function byTime(db: Db, deleteBatch: typeof queries.deleteProducts, months: number): Promise<void> {
  let after: string | null = '-infinity';
  while (after !== null) {
    const [done]: { reached: string | null }[] = await deleteBatch(db, { monthsToKeep: months, after });
    after = done?.reached ?? null;
  }
}

async function byFile(db: Db, deleteBatch: typeof queries.deleteWaiting, days: number): Promise<void> {
  const [lastFile] = await queries.lastFileBefore(db, { daysToKeep: days });
  if (lastFile === undefined) return;
  let after: queries.FileBatch | undefined = { file_id: 0, line_number: 0 };
  while (after !== undefined) {
    const { file_id: afterFile, line_number: afterLine } = after;
    [after] = await deleteBatch(db, { lastFile: lastFile.file_id, afterFile, afterLine });
  }
}

const lockNotAvailable = '55P03';
/** Some minutes in all: longer than any call, not so long as an import. */
const mostTries = 240;
const betweenTriesMs = 500;

/**
 * Dropping a partition waits for all who use its table, and all who come later wait behind it. So the database gives up
 * after 40 ms, and a pause lets those through who wait (docs/decisions/0027).
 */
async function dropPartition<Row>(drop: () => Promise<Row[]>): Promise<Row[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await drop();
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!isBusy || tries === mostTries) throw error;
      await pause(betweenTriesMs);
    }
  }
}
