import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call, type Output } from '../../../lib/api-client.ts';
import { inLanguage } from '../../../passenger/query-keys.ts';

/** What a reader shows when it refuses a card, what it means and what to do then. */
export type ReaderMessage = Output<'listReaderMessages'>['items'][number];

/** What readers show, in a language. It changes with the operator's configuration only, so an open page asks once. */
export function readerMessagesQuery(language: Locale) {
  return queryOptions({
    ...inLanguage(['reader-messages'], language),
    queryFn: ({ signal }) => call('listReaderMessages', { query: { language } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
