import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';
import { cardKey, keepInOtherLanguage } from '../../../passenger/query-keys.ts';

export function productQuery(cardId: number, productId: string, language: Locale) {
  const queryKey = [...cardKey(cardId), 'product', productId, language];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call('getProduct', { params: { cardId, productId }, query: { language } }, { signal }),
    placeholderData: keepInOtherLanguage(queryKey),
  });
}
