import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';
import { cardKey, inLanguage } from '../../../passenger/query-keys.ts';

/** One card and its last week. The server names lines and stops in the language. */
export function cardQuery(cardId: number, language: Locale) {
  return queryOptions({
    ...inLanguage([...cardKey(cardId), 'overview'], language),
    queryFn: ({ signal }) => call('getCard', { params: { cardId }, query: { language } }, { signal }),
  });
}
