import type { Locale } from '@tapfolio/domain/locale.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import { call } from '../../../lib/api-client.ts';
import { sessionUser } from '../../../passenger/session.ts';

const keeping = { group: 'any', route: 'account-edit', action: 'language' } as const;

/** Keeps the chosen language in the account, for mails and receipts, where there is one and it may be changed. */
export async function saveLanguage(locale: Locale): Promise<void> {
  const user = sessionUser();
  if (user && isPermitted(user.permissions, keeping, ''))
    await call('setLanguage', { body: { display_language: locale } });
}
