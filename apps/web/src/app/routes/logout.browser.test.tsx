import { pathOf } from '@tapfolio/locales/paths.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { sessionUser } from '../../passenger/session.ts';

test('signs out in a browser that forbids the page to store anything', async () => {
  signIn();
  server.answer('signOut', () => ({ data: {} }));
  const storage = vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  onTestFinished(() => storage.mockRestore());

  const { router, screen } = await openPortal('/logout');

  await expect.element(screen.getByText(t('nav.logoutTitle')).first()).toBeVisible();
  expect(server.received('signOut')).toHaveLength(1);
  expect(sessionUser()).toBeUndefined();
  expect(router.latestLocation.pathname).toBe(pathOf('login'));
});

test('a sign-out that does not reach the server says that it ended on this device only', async () => {
  signIn();
  server.reach(false);

  const { router, screen } = await openPortal('/logout');

  await expect.element(screen.getByText(t('nav.signedOutHereTitle'))).toBeVisible();
  await expect.element(screen.getByText(t('nav.signedOutHereText'))).toBeVisible();
  await expect.element(screen.getByText(t('errors.title'))).not.toBeInTheDocument();
  expect(sessionUser()).toBeUndefined();
  expect(router.latestLocation.pathname).toBe(pathOf('login'));
});
