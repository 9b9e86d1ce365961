import type { TripDetail, TripPage, TripSummary } from '@tapfolio/contracts/trips.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { laterOf } from '../../lib/iso-instant.ts';
import { cutPage, leastId, readKeyset } from '../../lib/keyset.ts';
import { findRow, type RowValues, readPage } from '../travel/history.service.ts';
import { chargedBetween } from '../travel/payment-facts.service.ts';
import type { NamedHistoryQuery, TravelReading } from '../travel/reading.ts';
import { mergePages, readEach } from '../travel/several-media.ts';
import { presentRefundOfTrip, presentTrip } from '../travel/trip.present.ts';
import { addDays, presentDays, sumAround, sumBeside } from './day-totals.service.ts';
import { presentTripDetail } from './trips.present.ts';
import { findTrip, listTrips } from './trips.queries.ts';

/** One page of the trips of a card, with all its media and the totals of its days. */
export async function readTrips(
  travel: TravelReading,
  media: readonly OwnMedium[],
  query: NamedHistoryQuery,
): Promise<TripPage> {
  const pages = await readEach(media, (medium) => readTripPage(travel, medium, query));
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return only;
  const merged = mergePages(pages, query.limit, (trip) => trip.startedAt);
  // On the day of a replacement both media may have travelled, and a page may show the trips of one of them only.
  const sums = await readEach(media, (medium) => sumAround(travel.readDb, medium, merged.items));
  const shown = new Set(merged.items.map((trip) => trip.serviceDay));
  return { ...merged, days: addDays(sums.flat().filter((sum) => shown.has(sum.service_day))) };
}

/** One page of a medium's trips, with the totals of its days. */
async function readTripPage(travel: TravelReading, medium: OwnMedium, query: NamedHistoryQuery): Promise<TripPage> {
  const { keyset, shown, next, named, nextCursor } = await readRows(travel, medium, query);
  const { shareDays } = named.operators;
  const beside = await sumBeside(travel.readDb, { medium, keyset, shown, next, shareDays });
  return { items: shown.map((row) => presentTrip(row, named)), days: presentDays(shown, beside), nextCursor };
}

/** The rows of one page of a medium's trips, the row after them, and the names that they need. */
async function readRows(
  { readDb, names, clock }: TravelReading,
  medium: OwnMedium,
  { language, ...query }: NamedHistoryQuery,
) {
  const keyset = readKeyset(query);
  const find = (values: Parameters<typeof listTrips>[1]) => listTrips(readDb, values);
  const rows = await readPage(readDb, find, { ...keyset, medium, now: clock.now() });
  const { shown, nextCursor } = cutPage(rows, keyset, (row) => ({ at: row.started_at, id: row.trip_id }));
  return { keyset, shown, next: rows[shown.length], named: await names.namesFor(shown, language), nextCursor };
}

/** A trip and what was refunded of it. The list leaves refunds to the details. */
export interface RefundableTrip extends TripSummary {
  readonly refund: TripDetail['refund'];
}

/** The same page without the totals of its days, and with what was refunded of each trip: for a document. */
export async function readTripsWithRefunds(
  travel: TravelReading,
  medium: OwnMedium,
  query: NamedHistoryQuery,
): Promise<{ items: RefundableTrip[]; nextCursor: string | null }> {
  const { shown, named, nextCursor } = await readRows(travel, medium, query);
  const items = shown.map((row) => ({ ...presentTrip(row, named), refund: presentRefundOfTrip(row) }));
  return { items, nextCursor };
}

export interface NewestQuestion {
  readonly medium: OwnMedium;
  /** An instant in ISO 8601: what is older is left out. */
  readonly since: string;
  readonly limit: number;
  /** Two letters, for names of the timetable. */
  readonly language: string;
}

/** The newest trips of a medium since an instant. */
export async function readNewestTrips(
  { readDb, names }: TravelReading,
  { medium, since, limit, language }: NewestQuestion,
): Promise<TripSummary[]> {
  const { mediumId, shownFrom } = medium;
  const bounds = { from: laterOf(since, shownFrom), before: 'infinity', beforeId: leastId };
  const rows = await listTrips(readDb, { mediumId, ...bounds, rows: limit });
  const named = await names.namesFor(rows, language);
  return rows.map((row) => presentTrip(row, named));
}

export interface TripQuestion {
  readonly medium: OwnMedium;
  readonly tripId: string;
  /** Two letters, for names of the timetable. */
  readonly language: string;
  /** About when it started, in ISO 8601, where the caller knows. */
  readonly at: string | undefined;
}

/** A trip, and the code of its operator, which no screen shows. */
export interface OperatedTrip {
  readonly trip: TripDetail;
  readonly operatorCode: string;
}

/**
 * One trip with its payment.
 * @throws AppError `NWA0037` when this medium made no such trip in the time that is shown.
 */
export async function readTrip(travel: TravelReading, question: TripQuestion): Promise<TripDetail> {
  return (await readOperatedTrip(travel, question)).trip;
}

/** The same, with its operator. */
export async function readOperatedTrip(
  { readDb, names }: TravelReading,
  { medium, tripId, language, at }: TripQuestion,
): Promise<OperatedTrip> {
  const find = (values: RowValues) => {
    const { from: chargedFrom, to: chargedTo } = chargedBetween(values, medium);
    return findTrip(readDb, { ...values, chargedFrom, chargedTo });
  };
  const row = await findRow(readDb, find, { medium, id: tripId, at });
  assertThat(row !== undefined, 'NWA0037');
  const trip = presentTripDetail(row, await names.namesFor([row], language));
  return { trip, operatorCode: row.operator_code };
}
