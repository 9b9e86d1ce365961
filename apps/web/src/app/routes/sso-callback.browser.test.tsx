import { pathOf } from '@tapfolio/locales/paths.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { buildPortalConfig, buildSecondFactors, buildSession, buildUserSettings } from '../../../test/fixtures.ts';
import { openPortal, t } from '../../../test/render.tsx';
import { setLanguage } from '../../lib/i18n.ts';
import { setPortalConfig } from '../../lib/portal-config.ts';
import { rememberPage } from '../../passenger/wished-page.ts';

/** The screen after the provider has sent the passenger back. */
async function comeBackAs(email: string): Promise<string> {
  const answer = { user: buildUserSettings({ email, is_sso_shadow_user: true }), portal_config: buildPortalConfig() };
  server.answer('getSettings', () => answer);
  const { router, screen } = await openPortal(pathOf('sso-callback'));
  await expect.element(screen.getByRole('link', { name: t('nav.cards') }).first()).toBeInTheDocument();
  return router.latestLocation.pathname;
}

beforeEach(() => {
  setPortalConfig(buildPortalConfig({ singleSignOn: true }));
  server.answer('getServerSettings', refuse('unavailable'));
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
  server.answer('listCards', () => ({ items: [], dataUpTo: null }));
  server.answer('getSpend', refuse('unavailable'));
});

test('a sign-in at the provider does not lead to the page on which another passenger’s session ended', async () => {
  rememberPage('/account/edit', 'noah@example.com');

  expect(await comeBackAs('maya@example.com')).toBe(pathOf('passenger-area'));
});

test('the requested page is still remembered after an unfinished sign-in at the provider', async () => {
  rememberPage('/account/edit');
  const stay = (event: Event): void => event.preventDefault();
  document.addEventListener('click', stay);
  onTestFinished(() => document.removeEventListener('click', stay));
  const { screen } = await openPortal('/login');
  await page.getByRole('link', { name: t('login.provider') }).click();
  await screen.unmount();

  expect(await comeBackAs('maya@example.com')).toBe(pathOf('account-edit'));
});

test('the way to the provider knows the requested page, but none on which the session of one passenger ended', async () => {
  const ways: string[] = [];
  const stay = (event: Event): void => {
    event.preventDefault();
    if (event.target instanceof HTMLAnchorElement) ways.push(event.target.search);
  };
  document.addEventListener('click', stay);
  onTestFinished(() => document.removeEventListener('click', stay));
  const { screen } = await openPortal('/login');
  const way = screen.getByRole('link', { name: t('login.provider') });

  for (const wished of ['/card/trips-history?from=2026-11-01', `/card?${'x'.repeat(500)}`]) {
    rememberPage(wished);
    await way.click();
  }
  rememberPage('/account/edit', 'noah@example.com');
  await way.click();

  expect(ways).toEqual([
    '?language=en_CA&return_to=%2Fcard%2Ftrips-history%3Ffrom%3D2026-11-01',
    '?language=en_CA',
    '?language=en_CA',
  ]);
});

test('the way to the provider knows the language of the page', async () => {
  const { screen } = await openPortal('/login');
  const way = () => expect.element(screen.getByRole('link', { name: t('login.provider') }));
  await way().toHaveAttribute('href', '/public/api/v1/auth/sso/start?language=en_CA');

  await setLanguage('fr_CA');

  await way().toHaveAttribute('href', '/public/api/v1/auth/sso/start?language=fr_CA');
});
