import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { fillPassword, fillRegistration } from '../../../test/fill-registration.ts';
import { buildPortalConfig } from '../../../test/fixtures.ts';
import { openPortal, t } from '../../../test/render.tsx';
import { setLanguage } from '../../lib/i18n.ts';
import { setPortalConfig } from '../../lib/portal-config.ts';

const consent = () => page.getByRole('checkbox', { name: t('register.consent') });
const send = () => page.getByRole('button', { name: t('register.submit') }).click();

test('registration needs consent to the terms, and sends the current version with everything that was typed [REG-03] [REG-01]', async () => {
  server.answer('register', () => null);
  await fillRegistration();

  await send();

  await expect.element(consent()).toHaveAccessibleDescription(t('validation.consent'));
  await expect.element(consent()).toHaveFocus();
  expect(server.received('register')).toEqual([]);

  await consent().click();
  await send();

  await expect.element(page.getByRole('heading', { name: t('register.sentTitle') })).toBeVisible();
  expect(server.received('register').map(({ body }) => body)).toEqual([
    {
      email: 'anna@example.org',
      password: 'the-ninth-bus-is-always-late',
      srid: '7K2M4Q9T1XB5ZC',
      amountMinor: 1250,
      cardName: 'Everyday card',
      consentVersion: '1',
      language: 'en_CA',
    },
  ]);
});

test('the password of a new account is sent only when both entries are the same, and without the blanks around it [AUTH-12]', async () => {
  server.answer('register', () => null);
  await fillRegistration();
  await consent().click();
  const repeat = page.getByLabelText(t('register.repeat'));

  await page.getByLabelText(t('common.password'), { exact: true }).fill(' quiet-harbour-lantern ');
  await repeat.fill('quiet-harbour-lanterns');
  await send();
  await expect.element(repeat).toHaveAccessibleDescription(t('validation.password_mismatch'));
  expect(server.received('register')).toEqual([]);
  await repeat.fill('quiet-harbour-lantern');
  await send();

  await expect.element(page.getByRole('heading', { name: t('register.sentTitle') })).toBeVisible();
  expect(server.received('register').map(({ body }) => body)).toMatchObject([{ password: 'quiet-harbour-lantern' }]);
});

test('a mistyped address is corrected in the form as it was sent, which has forgotten the password', async () => {
  server.answer('register', () => null);
  await fillRegistration();
  await consent().click();
  await send();
  const change = page.getByRole('button', { name: t('register.sentChange') });
  await expect.element(change).toBeVisible();
  const passwords = (): string[] =>
    [...document.querySelectorAll<HTMLInputElement>('[autocomplete=new-password]')].map(({ value }) => value);
  await expect.poll(passwords).toEqual(['', '']);

  await change.click();

  const email = page.getByLabelText(t('common.email'));
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveValue('anna@example.org');
  expect(document.title).toContain(t('register.title'));
  await email.fill('anne@example.org');
  await fillPassword();
  await send();

  await expect.element(page.getByText(/We sent a message to anne@example\.org/)).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  const sent = server.received('register').map(({ body }) => body);
  expect(sent).toEqual(['anna', 'anne'].map((name) => ({ ...Object(sent[0]), email: `${name}@example.org` })));
});

test('the terms can be read where the operator has none in the language of the page', async () => {
  const languages: PortalConfig['languages'] = { deployed: ['en_CA', 'de_DE'], hosts: {} };
  setPortalConfig(
    buildPortalConfig({ languages, links: { dataProtection: { en_CA: 'https://transit.example/terms' } } }),
  );
  await setLanguage('de_DE');

  const { screen } = await openPortal('/register');

  const terms = screen.getByRole('link', { name: new RegExp(t('register.consentLink')) });
  await expect.element(terms).toHaveAttribute('href', 'https://transit.example/terms');
});

test('the passenger agrees again to terms that changed while the form was open, and then the account is created', async () => {
  server.answer('register', refuse('consent_outdated'));
  server.answer('getPortalConfig', () =>
    buildPortalConfig({ consentVersion: '2', links: { dataProtection: { en_CA: 'https://transit.example/terms-2' } } }),
  );
  await fillRegistration();
  await consent().click();

  await send();

  await expect.element(consent()).toHaveAccessibleDescription(expect.stringContaining(t('errors.consent_outdated')));
  await expect.element(consent()).not.toBeChecked();
  await expect.element(consent()).toHaveFocus();
  const terms = page.getByRole('link', { name: new RegExp(`^${t('register.consentLink')}`) });
  await expect.element(terms).toHaveAttribute('href', 'https://transit.example/terms-2');

  server.answer('register', () => null);
  await consent().click();
  await send();

  await expect.element(page.getByRole('heading', { name: t('register.sentTitle') })).toBeVisible();
  expect(server.received('register').map(({ body }) => body)).toEqual([
    expect.objectContaining({ consentVersion: '1' }),
    expect.objectContaining({ consentVersion: '2' }),
  ]);
});

test('an empty form names each wrong field in the order of the fields', async () => {
  await openPortal('/register');

  await send();

  const summary = page.getByRole('region', { name: t('validation.summary', { count: 6 }) });
  await expect.element(summary).toHaveFocus();
  const named = summary.getByRole('link').elements();
  const told = [...document.querySelectorAll('form [aria-invalid=true]')].map((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
  expect(named).toHaveLength(told.length);
  for (const [place, { textContent }] of named.entries()) expect(told[place]).toContain(textContent);
  expect(named.map(({ textContent }) => textContent)).toContain(t('validation.srid_empty'));
});

test('the errors are shown from their beginning where they are higher than the window', async () => {
  await page.viewport(320, 256);
  await openPortal('/register');

  await send();

  const summary = page.getByRole('region', { name: t('validation.summary', { count: 6 }) });
  await expect.element(summary).toHaveFocus();
  const { top, height } = summary.element().getBoundingClientRect();
  expect(height).toBeGreaterThan(256);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(128);
});
