import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { longestWindowDays, windowSlackDays } from '@tapfolio/domain/payment-window.ts';
import type { OwnMedium } from '../../gate/own-media.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { addMs, isoInstant, laterOf } from '../../lib/iso-instant.ts';
import { cutPage, readKeyset } from '../../lib/keyset.ts';
import { readPage } from '../travel/history.service.ts';
import type { TravelReading } from '../travel/reading.ts';
import { onceEach, pageOf, readEach } from '../travel/several-media.ts';
import { findTripKeys, listTripFares, listTripKeys } from './trips.queries.ts';

/** The id of a trip, and when it starts, in ISO 8601. */
export interface TripKey {
  readonly id: string;
  readonly startedAt: string;
}

type Reading = Pick<TravelReading, 'readDb' | 'clock'>;

/** The trips of one page of a card, as {@link readTrips} has them for the same query. */
export async function readTripKeys(
  { readDb, clock }: Reading,
  media: readonly OwnMedium[],
  query: HistoryQuery,
): Promise<TripKey[]> {
  const keyset = readKeyset(query);
  const find = (values: Parameters<typeof listTripKeys>[1]) => listTripKeys(readDb, values);
  const read = async (medium: OwnMedium) => {
    const rows = await readPage(readDb, find, { ...keyset, medium, now: clock.now() });
    const { shown, nextCursor } = cutPage(rows, keyset, (row) => ({ at: row.started_at, id: row.trip_id }));
    return { items: shown.map(presentKey), nextCursor };
  };
  return (await pageOf(media, query, { read, at: (key) => key.startedAt })).items;
}

export interface NamedTrips {
  readonly media: readonly OwnMedium[];
  readonly tripIds: readonly string[];
  /** About when the first and the last of them start, in ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/**
 * These trips of a card. They are looked for within a day of the instants that the caller knows, and only if one is missing among all:
 * the back office may have moved it since the list was read.
 * @throws AppError `NWA0037` when the card has not made one of them in the time that is shown.
 */
export async function getTripKeys({ readDb }: Reading, { media, tripIds, from, to }: NamedTrips): Promise<TripKey[]> {
  const find = async (bounds: { from: string; to: string }) => {
    const rows = await readEach(media, ({ mediumId, shownFrom }) =>
      findTripKeys(readDb, { mediumId, tripIds, from: laterOf(bounds.from, shownFrom), to: bounds.to }),
    );
    return onceEach(rows.flat(), (row) => row.trip_id);
  };
  const wanted = new Set(tripIds).size;
  const near = await find({ from: addMs(from, -dayMs), to: addMs(to, dayMs) });
  const found = near.length < wanted ? await find({ from: '-infinity', to: 'infinity' }) : near;
  assertThat(found.length === wanted, 'NWA0037');
  return found.map(presentKey);
}

/** A trip with its payment, and what it costs in the end. */
export interface TripFare extends TripKey {
  /** The statement reference of the payment that contains the fare. */
  readonly srid: string;
  /** The fare less what was refunded of it, in minor units of the currency of the payment. */
  readonly netMinor: number;
}

export interface FareQuestion {
  readonly medium: OwnMedium;
  readonly srids: readonly string[];
  /** When the window of the first and of the last of these payments opens, in ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** The trips of these payments of a medium, in the time that is shown. */
export async function readTripFares(
  { readDb }: Pick<TravelReading, 'readDb'>,
  { medium: { mediumId, shownFrom }, srids, from, to }: FareQuestion,
): Promise<TripFare[]> {
  const bounds = {
    from: laterOf(addMs(from, -windowSlackDays * dayMs), shownFrom),
    to: addMs(to, longestWindowDays * dayMs),
  };
  const rows = await listTripFares(readDb, { mediumId, srids, ...bounds });
  return rows.map((row) => ({
    ...presentKey(row),
    srid: row.srid,
    netMinor: row.fare_minor - (row.refund_minor ?? 0),
  }));
}

const presentKey = ({ trip_id: id, started_at }: { trip_id: string; started_at: string }): TripKey => ({
  id,
  startedAt: isoInstant(started_at),
});
