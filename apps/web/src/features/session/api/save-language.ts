import type { Locale } from '@tapfolio/domain/locale.ts';
import { call } from '../../../lib/api-client.ts';
import { sessionUser } from '../../../lib/session.ts';

/** Keeps the chosen language in the account, for mails and receipts; without an account there is nothing to keep. */
export async function saveLanguage(locale: Locale): Promise<void> {
  if (sessionUser()) await call('setLanguage', { body: { display_language: locale } });
}
