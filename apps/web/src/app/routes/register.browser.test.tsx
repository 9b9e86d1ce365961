import type { PortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { fillRegistration } from '../../../test/fill-registration.ts';
import { buildPortalConfig } from '../../../test/fixtures.ts';
import { openPortal, t } from '../../../test/render.tsx';
import { setLanguage } from '../../lib/i18n.ts';
import { setPortalConfig } from '../../lib/portal-config.ts';

const consent = () => page.getByRole('checkbox', { name: t('register.consent') });
const send = () => page.getByRole('button', { name: t('register.submit') }).click();

test('registration needs consent to the terms, and sends the version in force [REG-03]', async () => {
  server.answer('register', () => null);
  await fillRegistration();

  await send();

  await expect.element(consent()).toHaveAccessibleDescription(t('validation.consent'));
  await expect.element(consent()).toHaveFocus();
  expect(server.received('register')).toEqual([]);

  await consent().click();
  await send();

  await expect.element(page.getByRole('heading', { name: t('register.sentTitle') })).toBeVisible();
  expect(server.received('register')).toEqual([
    expect.objectContaining({ body: expect.objectContaining({ consentVersion: '1' }) }),
  ]);
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

test('terms that changed while the form was open are agreed to anew, and then the account is made', async () => {
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

test('a form sent empty names each wrong field in the order of the fields', async () => {
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
