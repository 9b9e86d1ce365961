import { pathOf } from '@tapfolio/locales/paths.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { held, refuse, server, traceId } from '../../../test/fake-server.ts';
import { buildPortalConfig, buildUserSettings, chosenPasskey } from '../../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCardList } from '../../../test/travel-fixtures.ts';
import { setPortalConfig } from '../../lib/portal-config.ts';
import { storageKeys, writeStored } from '../../lib/storage.ts';

test('after a refused passkey the field suggests passkeys again', async () => {
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true);
  const device = vi.spyOn(navigator.credentials, 'get');
  device.mockResolvedValueOnce(chosenPasskey()).mockReturnValue(new Promise(() => {}));
  server.answer('getPasskeySignInOptions', () => ({ challenge: 'AQID' }));
  server.answer('signInWithPasskey', refuse('passkey_refused'));

  await openPortal('/login');

  await expect.element(page.getByText(t('errors.passkey_refused')).first()).toBeInTheDocument();
  await expect
    .poll(() => device.mock.calls.map(([options]) => options?.mediation))
    .toEqual(['conditional', 'conditional']);
  expect(server.received('signInWithPasskey')).toHaveLength(1);
});

test('the title of the sign-in page is its first heading', async () => {
  const { screen } = await openPortal('/login');
  await expect.element(page.getByRole('link', { name: t('login.receiptAction') })).toBeVisible();

  expect(
    screen
      .getByRole('heading')
      .elements()
      .map((heading) => heading.localName),
  ).toEqual(['h1', 'h2']);
  await expect.element(screen.getByRole('region', { name: t('login.guestTitle') })).toBeVisible();
});

test('on a tablet the sign-in form is as narrow as every other form, in the middle', async () => {
  await page.viewport(768, 900);
  await openPortal('/login');
  const box = page.getByLabelText(t('common.email'));
  await expect.element(box).toBeVisible();

  const { left, right, width } = box.element().getBoundingClientRect();

  expect(width).toBeLessThan(450);
  expect(Math.abs(left - (document.documentElement.clientWidth - right))).toBeLessThan(2);
});

async function trySignIn() {
  const { router, screen } = await openPortal('/login');
  await page.getByLabelText(t('common.email')).fill('maya@example.com');
  await page.getByLabelText(t('common.password'), { exact: true }).fill('Heron-Bridge-at-dawn-7');
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
  return { router, main: screen.getByRole('main') };
}

test('the sign-in form says if the server does not answer, and keeps what was typed', async () => {
  server.answer('signIn', refuse('unavailable'));
  const { main } = await trySignIn();
  const alert = main.getByText(t('login.failedTitle'));
  await expect.element(alert).toBeVisible();

  server.reach(false);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();

  await expect.element(main.getByText(t('common.network'))).toBeVisible();
  await expect.element(page.getByLabelText(t('common.email'))).toHaveValue('maya@example.com');
});

test('an unexpected error at sign-in advises to contact the administrator, with the trace id to name [AUTH-05] [NOTE-03]', async () => {
  server.answer('signIn', refuse('TM0001'));
  const { main } = await trySignIn();

  const refusal = main.getByRole('alert').filter({ hasText: t('login.failedTitle') });
  const sentence = /An unexpected error occurred during your login attempt\..*contact the administrator\./;
  await expect.element(refusal.getByText(sentence)).toBeVisible();
  await expect.element(refusal.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  server.answer('signIn', refuse('login_failed'));
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();

  await expect.element(refusal.getByText(t('errors.login_failed'))).toBeVisible();
  expect(refusal.getByText(t('common.traceId', { id: traceId })).elements()).toHaveLength(0);
});

test.each([
  ['user_expired', 'errors.user_expired'],
  ['user_not_active', 'errors.user_not_active'],
  ['TM0001', 'login.unexpected'],
] as const)('a sign-in that ends with %s says whom to call', async (code, key) => {
  setPortalConfig(buildPortalConfig({ contacts: { en_CA: { phone: '1 705 555-0142' } } }));
  server.answer('signIn', refuse(code));
  const { main } = await trySignIn();

  const refusal = main.getByRole('alert').filter({ hasText: t(key) });
  const call = refusal.getByRole('link', { name: t('common.contactPhone', { phone: '1 705 555-0142' }) });
  await expect.element(call).toHaveAttribute('href', 'tel:17055550142');
});

test('a refusal with which the operator can help names their mail if they have no phone, and another one names nobody', async () => {
  setPortalConfig(buildPortalConfig({ contacts: { en_CA: { email: 'help@example.com' } } }));
  server.answer('signIn', refuse('user_expired'));
  const { main } = await trySignIn();
  const write = main
    .getByRole('alert')
    .getByRole('link', { name: t('common.contactEmail', { email: 'help@example.com' }) });
  await expect.element(write).toHaveAttribute('href', 'mailto:help@example.com');
  server.answer('signIn', refuse('login_failed'));

  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();

  await expect.element(main.getByText(t('errors.login_failed'))).toBeVisible();
  await expect.element(write).not.toBeInTheDocument();
});

test('a passenger who leaves the screen during the sign-in is signed in and stays on the other screen', async () => {
  const late = held({ user: buildUserSettings(), portal_config: buildPortalConfig() });
  server.answer('signIn', late.answer);
  const { router } = await trySignIn();
  await router.navigate({ to: pathOf('receipt-page') });
  await expect.element(page.getByLabelText(t('common.email'))).not.toBeInTheDocument();

  late.give();

  await expect.element(page.getByRole('link', { name: t('nav.cards') }).first()).toBeInTheDocument();
  expect(router.latestLocation.pathname).toBe(pathOf('receipt-page'));
});

test('the sign-in page goes to the requested page when another tab signs in', async () => {
  server.answer('listCards', () => buildCardList([]));
  const { router } = await openPortal('/card/add');
  await expect.element(page.getByRole('heading', { name: t('login.title') })).toBeVisible();

  writeStored(storageKeys.session, buildUserSettings());
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }));

  await expect.element(page.getByRole('heading', { name: t('login.title') })).not.toBeInTheDocument();
  expect(router.latestLocation.pathname).toBe(pathOf('card-add'));
});

test('the reset form shows the address that was typed at sign-in, but not to the next passenger', async () => {
  const { router } = await openPortal('/login');
  const address = page.getByLabelText(t('common.email'));
  await address.fill('maya@example.com');
  await page.getByRole('link', { name: t('login.forgot') }).click();
  await expect.element(page.getByRole('heading', { name: t('password.resetTitle') })).toBeVisible();
  await expect.element(address).toHaveValue('maya@example.com');
  await router.navigate({ to: pathOf('login') });
  await expect.element(page.getByRole('heading', { name: t('login.title') })).toBeVisible();
  signIn({ email: 'noah@example.com' });

  await router.navigate({ to: pathOf('reset-password') });

  await expect.element(page.getByRole('heading', { name: t('password.resetTitle') })).toBeVisible();
  await expect.element(address).toHaveValue('');
});

test.each([
  { host: 'the host to which passkeys belong', passkeyHost: location.hostname, offers: 1 },
  { host: 'another host of the portal', passkeyHost: 'travel.example', offers: 0 },
])('at $host, so many passkeys are offered: $offers', async ({ passkeyHost, offers }) => {
  setPortalConfig(buildPortalConfig({ passkeyHost }));

  await openPortal('/login');

  await expect.element(page.getByLabelText(t('common.email'))).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: t('login.passkey') }).elements().length).toBe(offers);
});

test.each([
  { address: '/login', offersDebtPayment: true, promises: 1 },
  { address: '/login', offersDebtPayment: false, promises: 0 },
  { address: '/receipt-page', offersDebtPayment: true, promises: 1 },
  { address: '/receipt-page', offersDebtPayment: false, promises: 0 },
])(
  '$address says that an unpaid fare can be paid there: $promises, because the operator offers it: $offersDebtPayment',
  async (offer) => {
    setPortalConfig(buildPortalConfig({ offersDebtPayment: offer.offersDebtPayment }));

    const { screen } = await openPortal(offer.address);

    await expect.element(screen.getByText(/(no|without an) account/i)).toBeVisible();
    expect(screen.getByText(/pay an unpaid fare/).elements()).toHaveLength(offer.promises);
  },
);
