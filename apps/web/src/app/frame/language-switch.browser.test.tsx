import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, server } from '../../../test/fake-server.ts';
import { buildPortalConfig, buildSecondFactors, buildSession } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { setLanguage } from '../../lib/i18n.ts';
import { setPortalConfig } from '../../lib/portal-config.ts';
import { followLanguageElsewhere } from '../../passenger/language-choice.ts';
import { clearSession } from '../../passenger/session.ts';
import { keepChosenLanguage } from '../after-start.ts';

test.each<{ deployed: PortalConfig['languages']['deployed']; names: string[] }>([
  { deployed: ['fr_CA', 'en_GB'], names: ['Français', 'English (UK)'] },
  { deployed: ['de_DE', 'it_IT', 'en_CA'], names: ['Deutsch', 'Italiano', 'English'] },
])(
  'the languages of the configuration are offered in its order, the default first: $deployed [NAV-13]',
  async (one) => {
    setPortalConfig(buildPortalConfig({ languages: { deployed: one.deployed, hosts: {} } }));
    await page.viewport(1280, 800);
    const { screen } = await openPortal('/error');
    const bar = screen.getByRole('banner');
    await expect.element(bar.getByRole('button').first()).toBeVisible();

    if (one.deployed.length > 2) await bar.getByRole('button', { name: t('nav.languages') }).click();

    const offered = () => [...document.querySelectorAll('header li button')].map(({ textContent }) => textContent);
    await expect.poll(offered).toEqual(one.names);
  },
);

test('on a phone the menu says in words where to choose more than two languages', async () => {
  signIn({}, { languages: { deployed: ['en_CA', 'fr_CA', 'de_DE'], hosts: {} } });
  server.answer('setLanguage', () => null);
  // The mouse passes the link to the account on its way.
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
  await page.viewport(390, 844);
  const { screen } = await openPortal('/error');

  await screen.getByRole('button', { name: t('nav.more') }).click();
  const languages = screen.getByText(t('nav.languages'), { exact: true });
  await languages.click();
  await userEvent.keyboard('{Tab}{Escape}');
  await expect.element(languages).toHaveFocus();
  await languages.click();
  await screen.getByRole('button', { name: 'Deutsch' }).click();

  await expect.poll(() => document.documentElement.lang).toBe('de-DE');
  await expect.element(screen.getByText('Sprachen', { exact: true })).toHaveFocus();
  await expect.poll(() => server.received('setLanguage')).toHaveLength(1);
});

test.each<{ deployed: PortalConfig['languages']['deployed'] }>([
  { deployed: ['en_CA', 'fr_CA'] },
  { deployed: ['en_CA', 'fr_CA', 'de_DE'] },
])(
  'a choice that fails without a network closes the menu, which would cover the notice: $deployed',
  async ({ deployed }) => {
    signIn({}, { languages: { deployed, hosts: {} } });
    // The mouse passes the link to the account on its way.
    server.answer('listSessions', () => ({ items: [buildSession()] }));
    server.answer('getSecondFactors', () => buildSecondFactors());
    await page.viewport(360, 740);
    const { screen } = await openPortal('/error');
    const more = screen.getByRole('button', { name: t('nav.more') });
    await more.click();
    if (deployed.length > 2) await screen.getByText(t('nav.languages'), { exact: true }).click();
    server.reach(false);

    await screen.getByRole('button', { name: 'Français' }).last().click();

    await expect.poll(() => document.querySelectorAll('[role=alert] [data-notice]').length).toBe(1);
    await expect.poll(() => document.querySelectorAll('[popover]:popover-open').length).toBe(0);
  },
);

const twoLanguages: Partial<PortalConfig> = { languages: { deployed: ['en_CA', 'fr_CA'], hosts: {} } };

describe('a language that is chosen before the sign-in', () => {
  const saved = () => server.received('setLanguage').map(({ body }) => body.display_language);

  beforeEach(async () => {
    setPortalConfig(buildPortalConfig(twoLanguages));
    server.answer('setLanguage', () => null);
    onTestFinished(keepChosenLanguage());
    await openPortal('/error');
    await page.getByRole('button', { name: 'Français', exact: true }).click();
    await expect.poll(() => sessionStorage.length).toBe(1);
  });

  test('becomes that of the account with the sign-in, and not that of the next passenger', async () => {
    signIn({ display_language: 'en_CA' }, twoLanguages);
    await expect.poll(saved).toEqual(['fr_CA']);
    clearSession();

    signIn({ email: 'ben@example.org', display_language: 'en_GB' }, twoLanguages);
    await page.getByRole('button', { name: 'English', exact: true }).click();

    await expect.poll(saved).toEqual(['fr_CA', 'en_CA']);
  });

  test('is kept in the account after a way that loaded the page anew, as that by an identity provider', async () => {
    signIn({ display_language: 'en_CA', is_sso_shadow_user: true }, twoLanguages);

    onTestFinished(keepChosenLanguage());

    await expect.poll(saved).toEqual(['fr_CA']);
  });
});

describe('the account', () => {
  beforeEach(() => {
    signIn({}, twoLanguages);
    server.answer('listSessions', () => ({ items: [] }));
    server.answer('getSecondFactors', () => buildSecondFactors());
    server.answer('setLanguage', () => null);
  });

  // On a narrow page the current language is not offered.
  const button = (name: string) => page.getByRole('button', { name, exact: true, includeHidden: true }).first();
  const saved = () => server.received('setLanguage').map(({ body }) => body.display_language);

  test('changes the language of the page and keeps its scroll position', async () => {
    await page.viewport(390, 600);
    const { router, screen } = await openPortal('/account/edit');
    await screen.getByLabelText(t('account.languageHeading')).selectOptions('fr_CA');
    const save = screen
      .getByRole('button', { name: t('common.save') })
      .last()
      .element();
    // A page that has just been opened scrolls to its top after it is rendered.
    await expect.poll(() => router.state.resolvedLocation?.pathname).toBe(router.state.location.pathname);
    await new Promise(requestAnimationFrame);
    // The router stores a position when the browser reports it, which is one frame later.
    const scrolled = new Promise((resolve) =>
      document.addEventListener('scroll', resolve, { once: true, capture: true }),
    );
    scrollTo(0, 0);
    save.scrollIntoView({ block: 'center' });
    await scrolled;
    const place = scrollY;
    expect(place).toBeGreaterThan(300);
    const rendered = new Promise<void>((resolve) => router.subscribe('onRendered', () => resolve()));

    save.dispatchEvent(new MouseEvent('click', { bubbles: true }));

    await expect.poll(() => router.latestLocation.publicHref).toBe('/compte/modifier');
    await rendered;
    await expect.poll(() => scrollY).toBeGreaterThan(place - 300);
    await expect.poll(saved).toEqual(['fr_CA']);
  });

  test('does not store a language that a later choice replaced before it was shown', async () => {
    await openPortal('/error');
    await expect.element(button('Français')).toBeVisible();
    // The texts of both are loaded, so each choice takes effect in its order.
    for (const locale of ['fr_CA', 'en_CA'] as const) await setLanguage(locale);
    const both = [button('Français').element(), button('English').element()];

    for (const one of both) one.dispatchEvent(new MouseEvent('click', { bubbles: true }));

    await expect.poll(saved).toEqual(['en_CA']);
    expect(document.documentElement.lang).toBe('en-CA');
  });

  test('gets two languages one after the other, so that the last one stays', async () => {
    const first = held(null);
    server.answer('setLanguage', first.answer);
    await openPortal('/error');
    await button('Français').click();
    await expect.poll(saved).toEqual(['fr_CA']);

    await button('English').click();

    await expect.poll(() => document.documentElement.lang).toBe('en-CA');
    expect(saved()).toEqual(['fr_CA']);
    first.give();
    await expect.poll(saved).toEqual(['fr_CA', 'en_CA']);
  });
});

/** The sign-in page with a typed address, that follows the choice of other tabs. */
async function openWithTypedAddress() {
  setPortalConfig(buildPortalConfig(twoLanguages));
  onTestFinished(followLanguageElsewhere());
  onTestFinished(() => localStorage.clear());
  await openPortal('/login');
  await page.getByLabelText(t('common.email')).fill('maya@example.org');
}

async function expectFrenchWithAddress() {
  await expect.poll(() => document.documentElement.lang).toBe('fr-CA');
  await expect.element(page.getByLabelText(t('common.email'))).toHaveValue('maya@example.org');
}

test('a language that is chosen in another tab is that of this one too, and what was typed here stays', async () => {
  await openWithTypedAddress();
  const otherTab = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => otherTab.remove());

  otherTab.contentWindow?.localStorage.setItem('selectedLanguage', 'fr_CA');

  await expectFrenchWithAddress();
});

test('a page that comes back from the back/forward cache is in the language that was chosen meanwhile', async () => {
  await openWithTypedAddress();
  localStorage.setItem('selectedLanguage', 'fr_CA');

  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

  await expectFrenchWithAddress();
});
