import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DoubtfulTrip, TripPlace } from '@tapfolio/contracts/trips.ts';
import type { TripDoubt } from '@tapfolio/domain/trip-doubts.ts';
import { call } from '../lib/api-client.ts';
import type { T } from '../lib/i18n.ts';
import type { Formats } from '../lib/use-formats.ts';
import { usePermission } from './permissions.ts';
import { cardsKey } from './query-keys.ts';

/** The trips of the last weeks that look wrong, of all cards. */
export const doubtfulTripsQuery = queryOptions({
  queryKey: [...cardsKey, 'doubtful-trips'],
  queryFn: ({ signal }) => call('listDoubtfulTrips', {}, { signal }),
});

const none: readonly DoubtfulTrip[] = [];

/** The trips that look wrong. None while they are not known: it is a hint, and nothing waits for it. */
export function useDoubtfulTrips(): readonly DoubtfulTrip[] {
  const maySee = usePermission('card-trips-history-table');
  const { data } = useQuery({ ...doubtfulTripsQuery, enabled: maySee });
  return data?.items ?? none;
}

/** Why a trip looks wrong, in a form that can be told. */
export type Doubt = {
  readonly doubt: TripDoubt;
  /** The other trip, and what the passenger calls its card. */
  readonly other: (TripPlace & { readonly cardName: string }) | null;
};

/** What the times and stops say, in one or two sentences. Both trips are of one operator, so the time is that of its zone. The texts are those of questions. */
export function doubtText({ doubt, other }: Doubt, timeZone: string, t: T, { time }: Formats): string {
  const named = { card: other?.cardName ?? '', time: other ? time(other.at, timeZone) : '' };
  return t(`doubts.text_${doubt}`, named);
}
