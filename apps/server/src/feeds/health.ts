import { dayMs } from '@tapfolio/domain/durations.ts';
import type { Db } from '../lib/sql.ts';
import { formatNamed } from './formats.ts';
import * as queries from './health.queries.ts';
import * as refusedDeliveries from './refused-deliveries.queries.ts';

/** What was delivered of one kind of file. */
export interface KindHealth {
  kind: string;
  newestExport: string;
  /** Days of the last five weeks between two exports of this kind on which there was none. */
  missingDays: string[];
}

export interface FeedHealth {
  kinds: KindHealth[];
  refusedFiles: { name: string; refusal: string }[];
  /** Columns that files of the last week lack, that the export before had, and that no newer export has again: their values were removed. */
  lostColumns: { name: string; columns: string[] }[];
  /** What lies in an inbox and was not imported, or not put into the archive. */
  refusedDeliveries: { place: string; name: string; reason: string }[];
  waitingFares: { count: number; oldestExport: string | null };
  /** Payments that the bank authorised more than a week ago and whose settlement no file has brought. */
  unsettledPayments: { count: number; oldestDay: string | null };
  /** Payments for which the bank took more than was due: charged twice, delivered twice, or less due since then. */
  overchargedPayments: { count: number; oldestDay: string | null };
  quarantine: { rows: number; setAside: number };
  /** Days on which the fares of all trips and the prices of the products charged with them are not what was to be paid: caps, refunds, or something that is missing. */
  differences: { serviceDay: string; currency: string; pricesMinor: number; dueMinor: number }[];
}

/** What the ledger and the tables say of the feed. Reads all trips and payments of five weeks: for a person who asks. */
export async function readFeedHealth(db: Db): Promise<FeedHealth> {
  const kinds = await queries.findKinds(db);
  const refusedFiles = await queries.findRefused(db);
  const lostColumns = (await queries.listLostColumns(db)).filter((lost) => !hasComeAgain(lost)).slice(0, mostFiles);
  const [waiting] = await queries.findWaiting(db);
  const [unsettled] = await queries.findUnsettled(db);
  const [overcharged] = await queries.findOvercharged(db);
  const [quarantine] = await queries.findQuarantine(db);
  const differences = await queries.findDifferences(db);
  return {
    kinds: kinds.map((one) => ({
      kind: one.kind,
      newestExport: one.newest_export,
      missingDays: one.missing_days,
    })),
    refusedFiles,
    lostColumns: lostColumns.map(({ name, columns }) => ({ name, columns })),
    refusedDeliveries: await refusedDeliveries.list(db),
    waitingFares: { count: waiting?.count ?? 0, oldestExport: waiting?.oldest_export ?? null },
    unsettledPayments: { count: unsettled?.count ?? 0, oldestDay: unsettled?.oldest_day ?? null },
    overchargedPayments: { count: overcharged?.count ?? 0, oldestDay: overcharged?.oldest_day ?? null },
    quarantine: { rows: quarantine?.rows ?? 0, setAside: quarantine?.set_aside ?? 0 },
    differences: differences.map((one) => ({
      serviceDay: one.service_day,
      currency: one.currency,
      pricesMinor: one.prices_minor,
      dueMinor: one.due_minor,
    })),
  };
}

/** Most files that are named. */
const mostFiles = 20;

type LostColumns = Awaited<ReturnType<typeof queries.listLostColumns>>[number];

/** Whether a newer export has all these columns. */
function hasComeAgain({ format, columns, newer_headers: newer }: LostColumns): boolean {
  const columnsOf = formatNamed(format)?.columnsOf;
  return newer.some((header) => {
    const has = new Set(columnsOf?.(header));
    return columns.every((column) => has.has(column));
  });
}

/** A daily delivery may be a day late before it is reported as a problem. */
const lateMs = 2 * dayMs;
/** One row in a hundred is more than typing errors. */
const highShare = 0.01;

/** The problems that an administrator should look into, in sentences; empty when the feed is healthy. */
export function problemsOf(health: FeedHealth, now: Date): string[] {
  return [
    ...problemsOfExports(health, now),
    ...problemsOfFiles(health),
    ...problemsOfFares(health, now),
    ...problemsOfPayments(health),
    ...problemsOfRows(health),
  ];
}

function problemsOfExports({ kinds }: FeedHealth, now: Date): string[] {
  if (kinds.length === 0) return ['no taps, trips, payments or settlements were ever imported'];
  return kinds.flatMap(({ kind, newestExport, missingDays }) => [
    ...(isLate(newestExport, now) ? [`the newest ${kind} are of ${newestExport}`] : []),
    ...(missingDays.length > 0 ? [`no ${kind} were exported on ${rangesOf(missingDays).join(', ')}`] : []),
  ]);
}

/** Days that follow one another as their first and last one. `days` are in order. */
function rangesOf(days: readonly string[]): string[] {
  const ranges: { first: string; last: string }[] = [];
  for (const day of days) {
    const range = ranges.at(-1);
    if (range && Date.parse(day) - Date.parse(range.last) === dayMs) range.last = day;
    else ranges.push({ first: day, last: day });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first} to ${last}`));
}

/** A file that lies in an inbox is named once. */
function problemsOfFiles({ refusedDeliveries, refusedFiles, lostColumns }: FeedHealth): string[] {
  const inInbox = new Set(refusedDeliveries.map(({ name }) => name));
  const others = refusedFiles.filter(({ name }) => !inInbox.has(name));
  return [
    ...refusedDeliveries.map(({ place, reason }) => `${place} ${reason}`),
    ...others.map(({ name, refusal }) => `${name} was refused: ${refusal}`),
    ...lostColumns.map(
      ({ name, columns }) =>
        `${name} lacks ${columns.join(', ')}, which the export before had: its values were removed, until an export has it again`,
    ),
  ];
}

function problemsOfFares({ waitingFares: { count, oldestExport } }: FeedHealth, now: Date): string[] {
  if (oldestExport === null || !isLate(oldestExport, now)) return [];
  return [`fares that wait for their taps: ${count}, the oldest since the export of ${oldestExport}`];
}

function problemsOfPayments({ unsettledPayments: unsettled, overchargedPayments: overcharged }: FeedHealth): string[] {
  const problems: string[] = [];
  if (unsettled.oldestDay !== null)
    problems.push(
      `payments that the bank approved and that no settlement has followed: ${unsettled.count}, the oldest of ${unsettled.oldestDay}`,
    );
  if (overcharged.oldestDay !== null)
    problems.push(
      `payments of which the bank took more than was due: ${overcharged.count}, the oldest of ${overcharged.oldestDay}`,
    );
  return problems;
}

function problemsOfRows({ quarantine: { rows, setAside } }: FeedHealth): string[] {
  if (setAside / Math.max(rows, 1) <= highShare) return [];
  return [`${setAside} of ${rows} rows of the last seven days were set aside`];
}

function isLate(exportedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(exportedAt) > lateMs;
}
