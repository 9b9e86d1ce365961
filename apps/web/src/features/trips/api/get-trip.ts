import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';
import { cardKey, inLanguage } from '../../../passenger/query-keys.ts';

/** @param at about when it started, if a list shows it: the server then searches only that month. */
export function tripQuery(cardId: number, tripId: string, language: Locale, at?: string) {
  return queryOptions({
    ...inLanguage([...cardKey(cardId), 'trip', tripId], language),
    queryFn: ({ signal }) =>
      call('getTrip', { params: { cardId, tripId }, query: { language, ...(at && { at }) } }, { signal }),
  });
}
