import type { HistoryQuery } from '@tapfolio/contracts/shared.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { readKeyset } from '../../lib/keyset.ts';
import type { Db } from '../../lib/sql.ts';
import { inOneMonthFirst } from '../travel/one-month-first.ts';
import { findTripJson, listTripsJson } from './trips.queries.ts';

/** One page of a medium's trips as the JSON of the contract's `tripPage`. */
export async function readTripPage(db: Db, mediumId: string, query: HistoryQuery, language: string): Promise<string> {
  const { from, before, beforeId, limit } = readKeyset(query);
  const [row] = await listTripsJson(db, [mediumId, from, before, beforeId, limit, language]);
  if (row === undefined) throw new Error('a history answers exactly one row');
  return row.body;
}

export interface TripQuestion {
  mediumId: string;
  tripId: string;
  /** Two letters, for names of the timetable. */
  language: string;
  /** About when it started, in ISO 8601, where the caller knows. */
  at: string | undefined;
}

/**
 * One trip as the JSON of the contract's `tripDetail`.
 * @throws AppError `NWA0037` when this medium made no such trip.
 */
export async function readTrip(db: Db, { mediumId, tripId, language, at }: TripQuestion): Promise<string> {
  const find = (start: string | null) => findTripJson(db, [mediumId, tripId, language, start]);
  const [row] = await inOneMonthFirst(find, at);
  assertThat(row !== undefined, 'NWA0037');
  return row.body;
}
