import type { Locale } from '@tapfolio/domain/locale.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import { call } from '../../../lib/api-client.ts';
import { keepForAccount, takeForAccount } from '../../../passenger/language-choice.ts';
import { noteOwnChange, sessionUser } from '../../../passenger/session.ts';

const keeping = { group: 'any', route: 'account-edit', action: 'language' } as const;

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

/** Keeps in the account, once, the language that was chosen in this tab before a sign-in or a reload. */
export async function saveWaitingLanguage(): Promise<void> {
  const user = sessionUser();
  if (!user) return;
  const locale = takeForAccount();
  if (locale !== undefined && locale !== user.display_language) await saveLanguage(locale);
}

async function save(locale: Locale): Promise<void> {
  const user = sessionUser();
  if (!user) {
    keepForAccount(locale);
    return;
  }
  if (!isPermitted(user.permissions, keeping, '')) return;
  noteOwnChange({ display_language: locale });
  try {
    await call('setLanguage', { body: { display_language: locale } });
  } catch (error) {
    noteOwnChange({ display_language: user.display_language });
    throw error;
  }
}
