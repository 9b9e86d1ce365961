import { pathOf } from '@tapfolio/locales/paths.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { sessionUser } from '../../passenger/session.ts';
import { rememberPage, takeWishedPage } from '../../passenger/wished-page.ts';

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

test('the session ends at the server also if this browser has not stored who is signed in, and what else it stored stays', async () => {
  rememberPage('/card');
  server.answer('signOut', () => ({ data: {} }));

  const { screen } = await openPortal('/logout');

  await expect.poll(() => server.received('signOut')).toHaveLength(1);
  await expect.element(screen.getByRole('heading', { level: 1, name: t('nav.logoutTitle') })).toBeVisible();
  expect(takeWishedPage()).toBe('/card');
});

test('without a stored passenger, too, a sign-out that does not reach the server says so', async () => {
  server.reach(false);

  const { screen } = await openPortal('/logout');

  await expect.element(screen.getByText(t('nav.signedOutHereTitle'))).toBeVisible();
  await expect.element(screen.getByText(t('nav.signedOutHereText'))).toBeVisible();
});

test('the page of a passenger who was signed out already does not promise to sign out the next one, who signs in elsewhere', async () => {
  server.answer('signOut', () => ({ data: {} }));
  const { screen } = await openPortal('/logout');
  await expect.poll(() => server.received('signOut')).toHaveLength(1);

  signIn();

  await expect.element(screen.getByRole('heading', { level: 1, name: t('nav.logoutTitle') })).toBeVisible();
  expect(sessionUser()).toBeDefined();
});
