import { isLocale, type Locale } from '@tapfolio/domain/locale.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import { call } from '../../../lib/api-client.ts';
import { readOfTab, removeOfTab, writeOfTab } from '../../../lib/storage.ts';
import { sessionUser } from '../../../passenger/session.ts';

const keeping = { group: 'any', route: 'account-edit', action: 'language' } as const;

/** Where the choice waits for the sign-in of this tab, which may lead over the page of an identity provider. */
const waitingKey = 'languageForAccount';

let before: Promise<void> = Promise.resolve();

/**
 * Keeps the chosen language in the account, for mails and receipts, if it may be changed; before a sign-in the choice waits for
 * it. One after the other: a choice that overtook the one before on its way would be lost.
 */
export function saveLanguage(locale: Locale): Promise<void> {
  const saved = before.then(() => save(locale));
  before = saved.catch(() => undefined);
  return saved;
}

/** Keeps in the account, once, the language that was chosen in this tab before the sign-in. */
export async function saveWaitingLanguage(): Promise<void> {
  const user = sessionUser();
  const locale = readOfTab(waitingKey);
  if (!user || locale === undefined) return;
  removeOfTab(waitingKey);
  if (isLocale(locale) && locale !== user.display_language) await saveLanguage(locale);
}

async function save(locale: Locale): Promise<void> {
  const user = sessionUser();
  if (!user) writeOfTab(waitingKey, locale);
  else if (isPermitted(user.permissions, keeping, ''))
    await call('setLanguage', { body: { display_language: locale } });
}
