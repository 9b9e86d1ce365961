import type { TripPage, TripSummary } from '@tapfolio/contracts/trips.ts';
import { longestServiceDayMs } from '@tapfolio/domain/service-day.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { addMs, isBefore, laterOf } from '../../lib/iso-instant.ts';
import { type Keyset, leastId } from '../../lib/keyset.ts';
import type { Db } from '../../lib/sql.ts';
import type { TripRow } from '../travel/trip.present.ts';
import { sumDays } from './trips.queries.ts';

/** Sorts behind every id. */
const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A part of a service day's trips in one currency. */
export interface DaySum {
  readonly service_day: string;
  readonly currency: string;
  readonly trips: number;
  readonly fare_minor: number;
}

export interface CutQuestion {
  readonly medium: OwnMedium;
  readonly keyset: Keyset;
  /** The trips of the page. */
  readonly shown: readonly TripRow[];
  /** The trip after the page, if there is one. */
  readonly next: TripRow | undefined;
  /** Do the days of all operators begin and end at the same instants? */
  readonly shareDays: boolean;
}

/** The trips outside a page that may be of its newest or its oldest day. They are only read if the page may cut that day. */
export async function sumBeside(db: Db, question: CutQuestion): Promise<DaySum[]> {
  const { keyset, shown } = question;
  const [newest, oldest] = [shown[0], shown.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const { mediumId, shownFrom } = question.medium;
  const { before, beforeId } = keyset;
  const { started_at: end, trip_id: endId } = oldest;
  const newer = { from: before, fromId: beforeId, to: addMs(before, longestServiceDayMs), toId: greatestId };
  const older = { from: laterOf(addMs(end, -longestServiceDayMs), shownFrom), fromId: leastId, to: end, toId: endId };
  const sums = await Promise.all([
    isNewestDayCut(keyset, newest) ? sumDays(db, { mediumId, ...newer }) : [],
    isOldestDayCut(question, oldest) ? sumDays(db, { mediumId, ...older }) : [],
  ]);
  return sums.flat();
}

/** The trips of a medium that may be of the same days as these trips, which are sorted and may be of another medium. */
export async function sumAround(
  db: Db,
  { mediumId, shownFrom }: OwnMedium,
  trips: readonly TripSummary[],
): Promise<DaySum[]> {
  const [newest, oldest] = [trips[0], trips.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const bounds = {
    from: laterOf(addMs(oldest.startedAt, -longestServiceDayMs), shownFrom),
    to: addMs(newest.startedAt, longestServiceDayMs),
  };
  return await sumDays(db, { mediumId, ...bounds, fromId: leastId, toId: greatestId });
}

function isNewestDayCut({ before }: Keyset, newest: TripRow): boolean {
  return before !== 'infinity' && !isBefore(addMs(newest.started_at, longestServiceDayMs), before);
}

function isOldestDayCut({ keyset, shown, next, shareDays }: CutQuestion, oldest: TripRow): boolean {
  if (next === undefined) return keyset.from !== '-infinity';
  if (isBefore(next.started_at, addMs(oldest.started_at, -longestServiceDayMs))) return false;
  return !shareDays || shown.some(({ service_day: day }) => day === next.service_day);
}

/** The days of the page with all their trips, also those on the page before or after it or outside the filter. */
export function presentDays(shown: readonly TripRow[], others: readonly DaySum[]): TripPage['days'] {
  const shownDays = new Set(shown.map((row) => row.service_day));
  const own = shown.map(({ service_day, currency, fare_minor }) => ({ service_day, currency, trips: 1, fare_minor }));
  return addDays([...own, ...others.filter((sum) => shownDays.has(sum.service_day))]);
}

/** One total a day and currency, the newest day first. Two currencies are never added. */
export function addDays(sums: readonly DaySum[]): TripPage['days'] {
  const days = new Map<string, TripPage['days'][number]>();
  for (const { service_day: serviceDay, currency, trips, fare_minor: amountMinor } of sums) {
    const key = `${serviceDay} ${currency}`;
    const day = days.get(key);
    if (day === undefined) days.set(key, { serviceDay, trips, total: { amountMinor, currency } });
    else {
      day.trips += trips;
      day.total.amountMinor += amountMinor;
    }
  }
  return [...days.values()].sort(byDayAndCurrency);
}

function byDayAndCurrency(one: TripPage['days'][number], other: TripPage['days'][number]): number {
  if (one.serviceDay !== other.serviceDay) return one.serviceDay > other.serviceDay ? -1 : 1;
  return one.total.currency < other.total.currency ? -1 : 1;
}
