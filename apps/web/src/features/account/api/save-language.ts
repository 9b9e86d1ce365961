import type { Locale } from '@tapfolio/domain/locale.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import { call } from '../../../lib/api-client.ts';
import { sessionUser } from '../../../passenger/session.ts';

const keeping = { group: 'any', route: 'account-edit', action: 'language' } as const;

let before: Promise<void> = Promise.resolve();

/**
 * Keeps the chosen language in the account, for mails and receipts, where there is one and it may be changed. One after the
 * other: a choice that overtook the one before on its way would be lost.
 */
export function saveLanguage(locale: Locale): Promise<void> {
  const saved = before.then(() => save(locale));
  before = saved.catch(() => undefined);
  return saved;
}

async function save(locale: Locale): Promise<void> {
  const user = sessionUser();
  if (user && isPermitted(user.permissions, keeping, ''))
    await call('setLanguage', { body: { display_language: locale } });
}
