import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call, type Input } from '../../../lib/api-client.ts';
import { cardKey, keepPageOf } from '../../../passenger/query-keys.ts';

type Filter = Omit<NonNullable<Input<'listProducts'>['query']>, 'language'>;

/** A page of a card's products, newest first. */
export function productsQuery(cardId: number, filter: Filter, language: Locale) {
  return queryOptions({
    queryKey: [...cardKey(cardId), 'products', filter, language],
    queryFn: ({ signal }) => call('listProducts', { params: { cardId }, query: { ...filter, language } }, { signal }),
    placeholderData: keepPageOf(cardId),
  });
}
