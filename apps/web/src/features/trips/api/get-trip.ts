import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';

export function tripQuery(cardId: number, tripId: string, language: Locale) {
  return queryOptions({
    queryKey: ['cards', cardId, 'trip', tripId, language],
    queryFn: ({ signal }) => call('getTrip', { params: { cardId, tripId }, query: { language } }, { signal }),
  });
}
