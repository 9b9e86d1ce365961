import { queryOptions } from '@tanstack/react-query';
import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { call, type Input } from '../../../lib/api-client.ts';
import { cardKey, keepPageOf } from '../../../passenger/query-keys.ts';

type Filter = Omit<NonNullable<Input<'listWorkTrips'>['query']>, 'language'>;

/** The first part of the keys of all queries of this file about a card. */
export const workTripsKey = (cardId: number) => [...cardKey(cardId), 'work-trips'] as const;

/** Which trips of a page of the list are for work; the filter is that of the list. */
export function workTripsQuery(cardId: number, filter: Filter) {
  return queryOptions({
    queryKey: [...workTripsKey(cardId), filter],
    queryFn: ({ signal }) => call('listWorkTrips', { params: { cardId }, query: filter }, { signal }),
    placeholderData: keepPageOf(cardId),
  });
}

/** Whether a single trip is for work. The trips of its millisecond are asked for: an address has no smaller part of a second. */
export function workOfTripQuery(cardId: number, { startedAt }: Pick<TripSummary, 'startedAt'>) {
  const ms = Date.parse(startedAt);
  const filter = { from: new Date(ms).toISOString(), to: new Date(ms + 1).toISOString() };
  return queryOptions({
    queryKey: [...workTripsKey(cardId), filter],
    queryFn: ({ signal }) => call('listWorkTrips', { params: { cardId }, query: filter }, { signal }),
  });
}
