import { expect, test, vi } from 'vitest';
import { buildUserSettings } from '../../test/fixtures.ts';
import { openPortal, t } from '../../test/render.tsx';
import { storageKeys, writeStored } from '../lib/storage.ts';

test('a public screen stays when the navigation of a signed-in passenger breaks', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // What another version of the portal may have stored.
  writeStored(storageKeys.session, { ...buildUserSettings(), permissions: { portal: null } });
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }));

  const { screen } = await openPortal('/receipt-page');

  await expect.poll(() => reported).toHaveBeenCalled();
  await expect.element(screen.getByRole('heading', { level: 1, name: t('receipts.title') })).toBeVisible();
  await expect.element(screen.getByRole('banner')).toBeVisible();
  expect(screen.getByRole('navigation', { name: t('nav.main') }).elements()).toHaveLength(0);
});
