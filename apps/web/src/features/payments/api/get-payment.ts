import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';

export function paymentQuery(cardId: number, paymentId: string, language: Locale) {
  return queryOptions({
    queryKey: ['cards', cardId, 'payment', paymentId, language],
    queryFn: ({ signal }) => call('getPayment', { params: { cardId, paymentId }, query: { language } }, { signal }),
  });
}
