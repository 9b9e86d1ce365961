import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';
import { cardsKey, inLanguage } from '../../../passenger/query-keys.ts';

/** How far each card is from the caps. The operator names its caps in the language. */
export function capsQuery(language: Locale) {
  return queryOptions({
    ...inLanguage([...cardsKey, 'caps'], language),
    queryFn: ({ signal }) => call('listCaps', { query: { language } }, { signal }),
  });
}
