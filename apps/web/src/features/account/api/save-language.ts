import type { Locale } from '@tapfolio/domain/locale.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import { call } from '../../../lib/api-client.ts';
import { sessionUser } from '../../../passenger/session.ts';

const keeping = { group: 'any', route: 'account-edit', action: 'language' } as const;

let before: Promise<void> = Promise.resolve();

/**
 * Stores the chosen language in the account, for mails and receipts, if there is one and it may be changed. Choices are sent one
 * after the other: if a choice overtook an earlier one on the network, it would be lost.
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
