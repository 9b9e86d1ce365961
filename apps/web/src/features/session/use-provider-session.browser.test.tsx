import type { OidcConfiguration } from '@tapfolio/contracts/single-sign-on.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { server } from '../../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { call } from '../../lib/api-client.ts';
import { sessionUser } from '../../passenger/session.ts';

const session_check = { enabled: true, mode: 'internal' as const, endpoint: null, logout_on: [] };

beforeEach(() => {
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
  server.answer('signOut', () => ({ data: {} }));
  // What the check would find out.
  server.answer('userIsLogged', () => ({ is_logged: false, reason: 'ended' as const }));
});

/** Opens a screen and waits until the page has had the time for a check. */
async function openAt(address: string, oidc: OidcConfiguration): Promise<void> {
  server.answer('getServerSettings', () => ({ oidc_configuration: oidc }));
  const { screen } = await openPortal(address);
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  document.dispatchEvent(new Event('visibilitychange'));
  // Their answers come after those that a check would have needed.
  for (let round = 0; round < 2; round += 1) await call('getSettings');
}

const checks = (): number => server.received('userIsLogged').length;

test('the session of a passenger from a provider is checked, and ends when it has ended there [SES-12, SES-14]', async () => {
  signIn({ is_sso_shadow_user: true });

  await openAt('/account/edit', { enabled: true, session_check });

  await expect.poll(sessionUser).toBeUndefined();
  expect(server.received('userIsLogged').map(({ query }) => query)).toEqual([{ invoked_by: '/account/edit' }]);
  await expect.poll(() => document.title).toContain(t('login.title'));
});

test.each([
  ['there is no provider', { enabled: false, session_check }],
  ['the server asks for no check', { enabled: true, session_check: { ...session_check, enabled: false } }],
])('no session is checked if %s [SES-12]', async (_, oidc) => {
  signIn({ is_sso_shadow_user: true });

  await openAt('/account/edit', oidc);

  expect(server.received('getServerSettings')).toHaveLength(1);
  expect(checks()).toBe(0);
  expect(sessionUser()).toBeDefined();
});

test('no session is checked on a page that needs no sign-in [SES-13, SES-14]', async () => {
  signIn({ is_sso_shadow_user: true });

  await openAt('/receipt-page', { enabled: true, session_check });

  expect([server.received('getServerSettings').length, checks()]).toEqual([0, 0]);
});

test('the session of a passenger with a password is not checked', async () => {
  signIn({ is_sso_shadow_user: false });

  await openAt('/account/edit', { enabled: true, session_check });

  expect([server.received('getServerSettings').length, checks()]).toEqual([0, 0]);
});

test('the session is checked again also after the clock of the device was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  signIn({ is_sso_shadow_user: true });
  server.answer('userIsLogged', () => ({ is_logged: true }));
  await openAt('/account/edit', { enabled: true, session_check });
  await expect.poll(checks).toBe(1);

  vi.setSystemTime(Date.now() - 3_600_000);
  document.dispatchEvent(new Event('visibilitychange'));

  await expect.poll(checks).toBe(2);
});
