import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call, type Input } from '../../../lib/api-client.ts';

type Filter = Omit<NonNullable<Input<'listPayments'>['query']>, 'language'>;

/** A page of a card's payments, newest first. While the next page loads, the page before stays in sight. */
export function paymentsQuery(cardId: number, filter: Filter, language: Locale) {
  return queryOptions({
    queryKey: ['cards', cardId, 'payments', filter, language],
    queryFn: ({ signal }) => call('listPayments', { params: { cardId }, query: { ...filter, language } }, { signal }),
    placeholderData: (shown, query) => (query?.queryKey[1] === cardId ? shown : undefined),
  });
}
