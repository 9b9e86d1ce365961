import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';
import { cardKey, inLanguage } from '../../../passenger/query-keys.ts';

export function productQuery(cardId: number, productId: string, language: Locale) {
  return queryOptions({
    ...inLanguage([...cardKey(cardId), 'product', productId], language),
    queryFn: ({ signal }) => call('getProduct', { params: { cardId, productId }, query: { language } }, { signal }),
  });
}
