import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';
import { cardKey, keepInOtherLanguage } from '../../../passenger/query-keys.ts';

/** @param at about when it started, if a list shows it: the server then searches only that month. */
export function tripQuery(cardId: number, tripId: string, language: Locale, at?: string) {
  const queryKey = [...cardKey(cardId), 'trip', tripId, language];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      call('getTrip', { params: { cardId, tripId }, query: { language, ...(at && { at }) } }, { signal }),
    placeholderData: keepInOtherLanguage(queryKey),
  });
}
