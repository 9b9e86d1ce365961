import type { Locale } from '@tapfolio/domain/locale.ts';
import { call, type Output } from '../../../lib/api-client.ts';

/** What a reader shows when it refuses a card, what it means and what to do then. */
export type ReaderMessage = Output<'listReaderMessages'>['items'][number];

/** What readers show, in a language. */
export function listReaderMessages(language: Locale, signal: AbortSignal): Promise<Output<'listReaderMessages'>> {
  return call('listReaderMessages', { query: { language } }, { signal });
}
