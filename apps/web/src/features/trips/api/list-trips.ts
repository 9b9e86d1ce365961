import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call, type Input } from '../../../lib/api-client.ts';
import { cardKey, keepPageOf } from '../../../passenger/query-keys.ts';

type Filter = Omit<NonNullable<Input<'listTrips'>['query']>, 'language'>;

/** A page of a card's trips, newest first. */
export function tripsQuery(cardId: number, filter: Filter, language: Locale) {
  return queryOptions({
    queryKey: [...cardKey(cardId), 'trips', filter, language],
    queryFn: ({ signal }) => call('listTrips', { params: { cardId }, query: { ...filter, language } }, { signal }),
    placeholderData: keepPageOf(cardId),
  });
}
