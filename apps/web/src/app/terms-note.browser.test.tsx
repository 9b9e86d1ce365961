import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../test/fake-server.ts';
import { buildPortalConfig, buildSecondFactors, buildUserSettings } from '../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import { buildCard, buildCardList, buildCardOverview } from '../../test/travel-fixtures.ts';
import { keepFocus } from '../lib/keep-focus.ts';

const links = { dataProtection: { en_CA: 'https://transit.example/terms-2' } };

beforeEach(() => {
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listProducts', () => ({ items: [], nextCursor: null }));
  server.answer('listCards', () => buildCardList([buildCard({ name: 'Everyday' })]));
  // After the note is gone, the card is below the pointer, so it is preloaded.
  server.answer('getCard', () => buildCardOverview());
  server.answer('getSecondFactors', () => buildSecondFactors());
  server.answer('listSessions', () => ({ items: [] }));
});

/** From now on the server accepts the consent, and no longer asks for it. */
function takeConsent(answer: () => Promise<null> | null = () => null): void {
  server.answer('giveConsent', async () => {
    const given = await answer();
    server.answer('getSettings', () => ({ user: buildUserSettings(), portal_config: buildPortalConfig({ links }) }));
    return given;
  });
}

const question = () => page.getByRole('region', { name: t('account.termsTitle') });
const termsLink = () => new RegExp(`^${t('account.termsLink')}`);
const agreeButton = () => question().getByRole('button', { name: t('account.termsAgree') });

test('changed terms ask for consent above the cards, take it once, and confirm it [REG-03]', async () => {
  signIn({ consent_due: true }, { links });
  const consent = held(null);
  takeConsent(consent.answer);
  onTestFinished(keepFocus());
  await openPortal('/');

  await expect.element(page.getByRole('link', { name: /Everyday/ })).toBeVisible();
  const terms = question().getByRole('link', { name: termsLink() });
  await expect.element(terms).toHaveAttribute('href', links.dataProtection.en_CA);
  await userEvent.dblClick(agreeButton());
  consent.give();

  await expect.element(page.getByText(t('account.termsDone')).first()).toBeInTheDocument();
  await expect.element(question()).not.toBeInTheDocument();
  expect(server.received('giveConsent')).toHaveLength(1);
  await expect.poll(() => document.activeElement?.tagName).toBe('H1');
});

test('a consent that could not be saved says so and can be given again [REG-03]', async () => {
  signIn({ consent_due: true }, { links });
  server.answer('giveConsent', refuse('unavailable'));
  await openPortal('/');

  await userEvent.click(agreeButton());
  await expect.element(page.getByText(t('account.termsFailed')).first()).toBeInTheDocument();
  takeConsent();
  await userEvent.click(agreeButton());

  await expect.element(question()).not.toBeInTheDocument();
});

test('if the terms have changed once more, the passenger sees the newest and agrees to those', async () => {
  const newest = { dataProtection: { en_CA: 'https://transit.example/terms-3' } };
  signIn({ consent_due: true }, { links });
  server.answer('giveConsent', refuse('consent_outdated'));
  server.answer('getPortalConfig', () => buildPortalConfig({ links: newest, consentVersion: '3' }));
  await openPortal('/');

  await userEvent.click(agreeButton());
  await expect.element(page.getByText(t('errors.consent_outdated')).first()).toBeInTheDocument();
  const terms = question().getByRole('link', { name: termsLink() });
  await expect.element(terms).toHaveAttribute('href', newest.dataProtection.en_CA);
  takeConsent();
  await userEvent.click(agreeButton());

  await expect.element(question()).not.toBeInTheDocument();
  expect(server.received('giveConsent').map(({ query }) => query)).toEqual([
    { consentVersion: '1' },
    { consentVersion: '3' },
  ]);
});

test('the account asks in its section on data protection, and nowhere else [REG-03]', async () => {
  signIn({ consent_due: true }, { links });
  takeConsent();
  await openPortal('/account/edit');

  const section = page.getByRole('region', { name: t('account.consentHeading') });
  await expect.element(section.getByRole('button', { name: t('account.termsAgree') })).toBeVisible();
  await expect.poll(() => agreeButton().elements()).toHaveLength(1);
  await userEvent.click(agreeButton());

  await expect.element(agreeButton()).not.toBeInTheDocument();
  await expect.element(section.getByRole('link', { name: termsLink() })).toBeVisible();
});

test('the account links to the terms in the operator’s first language if there are none in the page’s', async () => {
  const languages = { deployed: ['fr_CA' as const, 'en_CA' as const], hosts: {} };
  signIn({}, { languages, links: { dataProtection: { fr_CA: 'https://transit.example/conditions' } } });
  await openPortal('/account/edit');

  const section = page.getByRole('region', { name: t('account.consentHeading') });
  const link = section.getByRole('link', { name: termsLink() });
  await expect.element(link).toHaveAttribute('href', 'https://transit.example/conditions');
});

test('a passenger who agreed to the current terms is not asked [REG-03]', async () => {
  signIn({ consent_due: false }, { links });
  await openPortal('/');

  await expect.element(page.getByRole('link', { name: /Everyday/ })).toBeVisible();
  await expect.element(question()).not.toBeInTheDocument();
});

test('a passenger without the permission to consent is not asked', async () => {
  signIn({ consent_due: true, permissions: { any: ['passenger-area'] } }, { links });
  await openPortal('/');

  await expect.element(page.getByText('Everyday', { exact: true })).toBeVisible();
  await expect.element(question()).not.toBeInTheDocument();
});
