import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call, type Input } from '../../../lib/api-client.ts';
import { cardKey, keepPageOf } from '../../../passenger/query-keys.ts';

type Filter = Omit<NonNullable<Input<'listPayments'>['query']>, 'language'>;

/** A page of a card's payments, newest first. */
export function paymentsQuery(cardId: number, filter: Filter, language: Locale) {
  return queryOptions({
    queryKey: [...cardKey(cardId), 'payments', filter, language],
    queryFn: ({ signal }) => call('listPayments', { params: { cardId }, query: { ...filter, language } }, { signal }),
    placeholderData: keepPageOf(cardId),
  });
}
