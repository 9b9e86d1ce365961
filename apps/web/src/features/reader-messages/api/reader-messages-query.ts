import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { inLanguage } from '../../../passenger/query-keys.ts';
import { listReaderMessages } from './list-reader-messages.ts';

/** What readers show, in a language. It changes with the operator's configuration only, so an open page asks once. */
export function readerMessagesQuery(language: Locale) {
  return queryOptions({
    ...inLanguage(['reader-messages'], language),
    queryFn: ({ signal }) => listReaderMessages(language, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
