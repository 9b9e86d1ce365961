import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../lib/api-client.ts';
import { cardKey, inLanguage } from './query-keys.ts';

/**
 * One payment with its story.
 * @param at about when it opened, if a list shows it: the server then searches only that month.
 */
export function paymentQuery(cardId: number, paymentId: string, language: Locale, at?: string) {
  return queryOptions({
    ...inLanguage([...cardKey(cardId), 'payment', paymentId], language),
    queryFn: ({ signal }) =>
      call('getPayment', { params: { cardId, paymentId }, query: { language, ...(at && { at }) } }, { signal }),
  });
}
