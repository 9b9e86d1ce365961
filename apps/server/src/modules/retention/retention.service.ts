import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from '../../lib/sql.ts';
import { type Step, takeSteps } from '../../lib/take-steps.ts';
import type { AppContext, Using } from '../../plugins/context.ts';
import * as queries from './retention.queries.ts';

type Retention = AppContext['config']['retention'];

/**
 * Deletes travel and deliveries that are older than the operator keeps them (configuration `retention`). Safe to stop and
 * to run twice: batches are independent. A step that fails does not stop the others.
 * @param signal ends it between two batches
 * @throws AggregateError with the failures, after all steps; the reason of the signal when that ended it.
 */
export async function forgetOldTravel(
  { pool, config }: Using<'pool' | 'config'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await takeSteps(stepsOf({ db: pool, signal }, config.retention), 'forgotten', signal);
}

interface Work {
  readonly db: Db;
  readonly signal: AbortSignal;
}

function stepsOf(work: Work, { travelMonths, feedFileMonths, rawRowWeeks, lookupDays }: Retention): Step[] {
  const daysOfMonth = 31;
  const fileDays = feedFileMonths * daysOfMonth;
  return [
    // First: what is left of them keeps the rows that belong to them.
    ['unpaid fares', () => byTime(work, queries.deleteDebts, travelMonths)],
    ['months of travel', () => untilNothing(work, () => queries.dropMonth(work.db, { monthsToKeep: travelMonths }))],
    ...queries.travelByTime.map(([what, deleteBatch]): Step => [what, () => byTime(work, deleteBatch, travelMonths)]),
    ['weeks of rows', () => untilNothing(work, () => queries.dropFeedWeek(work.db, { weeksToKeep: rawRowWeeks }))],
    ['look-ups of taps', () => byFile(work, queries.deleteTapLookups, lookupDays)],
    ['look-ups of trips', () => byFile(work, queries.deleteTripLookups, lookupDays)],
    ['pieces of trips and payments', () => byFile(work, queries.deletePieces, lookupDays)],
    ['quarantined rows', () => byFile(work, queries.deleteQuarantine, fileDays)],
    ['waiting fares', () => byFile(work, queries.deleteWaiting, fileDays)],
  ];
}

async function untilNothing(work: Work, drop: () => Promise<unknown[]>): Promise<void> {
  while ((await dropPartition(work, drop)).length > 0);
}

async function byTime({ db, signal }: Work, deleteBatch: typeof queries.deleteDebts, months: number): Promise<void> {
  let after: string | null = '-infinity';
  while (after !== null) {
    signal.throwIfAborted();
    const [done]: { reached: string | null }[] = await deleteBatch(db, { monthsToKeep: months, after });
    after = done?.reached ?? null;
  }
}

async function byFile({ db, signal }: Work, deleteBatch: typeof queries.deleteWaiting, days: number): Promise<void> {
  const [lastFile] = await queries.lastFileBefore(db, { daysToKeep: days });
  if (lastFile === undefined) return;
  let after: queries.FileBatch | undefined = { file_id: 0, line_number: 0 };
  while (after !== undefined) {
    signal.throwIfAborted();
    const { file_id: afterFile, line_number: afterLine } = after;
    [after] = await deleteBatch(db, { lastFile: lastFile.file_id, afterFile, afterLine });
  }
}

const lockNotAvailable = '55P03';
/** Some minutes in all: longer than any call, shorter than an import. */
const mostTries = 240;
const betweenTriesMs = 500;

/**
 * Dropping a partition waits for all who use its table, and all who come later wait behind it. So the database gives up
 * after 40 ms, and a pause lets those through who wait (docs/decisions/0027).
 */
async function dropPartition<Row>({ signal }: Work, drop: () => Promise<Row[]>): Promise<Row[]> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await drop();
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!isBusy || tries === mostTries) throw error;
      await pause(betweenTriesMs, undefined, { signal });
    }
  }
}
