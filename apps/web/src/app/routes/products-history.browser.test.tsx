import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildProduct,
  buildProductDetail,
  cad,
  nextId,
} from '../../../test/travel-fixtures.ts';

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
});

async function openProduct(overrides: Parameters<typeof buildProductDetail>[0]) {
  const detail = buildProductDetail(overrides);
  server.answer('listProducts', () => ({ items: [buildProduct(detail)], nextCursor: null }));
  server.answer('getProduct', () => detail);
  return (await openPortal(`/card/products-history/1?open=${detail.id}`)).screen;
}

const tenRides = { name: 'Ten rides', description: 'Good for 90 days', amount: cad(3150) };

test('has the columns name, description, valid from, valid to, amount and status [HIST-07]', async () => {
  const products = (['active', 'used', 'expired', 'cancelled'] as const).map((status) =>
    buildProduct({ ...tenRides, status }),
  );
  server.answer('listProducts', () => ({ items: products, nextCursor: null }));
  const { screen } = await openPortal('/card/products-history/1');

  const table = screen.getByRole('table');
  await expect.element(table).toBeVisible();
  const [header, ...rows] = table
    .getByRole('row')
    .elements()
    .map(({ children }) => [...children].slice(0, 6).map((cell) => cell.textContent));
  expect(header).toEqual(['Name', 'Description', 'Valid from', 'Valid to', 'Amount', 'Status']);
  const [from, to] = ['2026/11/20 04:00', '2026/11/21 04:00'];
  expect(rows).toEqual(
    ['Active', 'Used', 'Expired', 'Cancelled'].map((status) => [
      'Ten rides',
      'Good for 90 days',
      from,
      to,
      '$31.50',
      status,
    ]),
  );
});

test('the buttons that open products with the same name have different names', async () => {
  const passes = ['2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z'].map((validFrom) =>
    buildProduct({ ...tenRides, validFrom }),
  );
  server.answer('listProducts', () => ({ items: passes, nextCursor: null }));

  const { screen } = await openPortal('/card/products-history/1');

  for (const from of ['2026/11/20 04:00', '2026/11/21 04:00'])
    await expect.element(screen.getByRole('button', { name: `Details: Ten rides, ${from}` })).toBeVisible();
});

test('shows the same values on a phone too [HIST-07]', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));
  const screen = await openProduct(tenRides);

  const record = screen.getByRole('main').getByRole('group').first();
  for (const said of ['Ten rides', 'Good for 90 days', '2026/11/20 04:00', '2026/11/21 04:00', '$31.50', 'Active'])
    await expect.element(record.getByText(said, { exact: false }).first()).toBeVisible();
});

test.each([
  ['first', 'return', 'velo', ['First class', 'Return', 'Full price']],
  ['second', 'single', 'adult', ['Second class', 'Single', 'Adult (16+)']],
  ['second', 'single', 'halbtax', ['Second class', 'Single', 'Half price']],
  ['second', 'single', 'child', ['Second class', 'Single', 'Child']],
] as const)(
  'the details of a product call %s, %s and %s by their names [HIST-08]',
  async (fareClass, roundTripType, userProfile, names) => {
    const screen = await openProduct({ fareClass, roundTripType, userProfile });

    for (const [place, term] of [t('products.fareClass'), t('products.roundTrip'), t('products.profile')].entries()) {
      const name = screen.getByRole('term').filter({ hasText: term });
      await expect.element(name).toBeVisible();
      expect(name.element().nextElementSibling?.textContent).toBe(names[place]);
    }
  },
);

test('the details of a product show each of its conditions [HIST-08]', async () => {
  const screen = await openProduct({
    fareClass: 'first',
    roundTripType: 'return',
    userProfile: 'halbtax',
    fqCode: 'TEN-ADULT',
    bookingId: 'PL-00C0FFEE',
    fromTariffLocation: 'Zone A',
    toTariffLocation: 'Zone B',
    storedValue: cad(1890),
  });

  await expect.element(screen.getByText('TEN-ADULT')).toBeVisible();
  const words = (role: 'term' | 'definition') =>
    screen
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent);
  const values = words('definition');
  expect(Object.fromEntries(words('term').map((term, place) => [term, values[place]]))).toMatchObject({
    [t('products.fareClass')]: 'First class',
    [t('products.roundTrip')]: 'Return',
    [t('products.profile')]: 'Half price',
    [t('products.fqCode')]: 'TEN-ADULT',
    [t('products.bookingId')]: 'PL-00C0FFEE',
    [t('products.fromLocation')]: 'Zone A',
    [t('products.toLocation')]: 'Zone B',
    [t('products.storedValue')]: '$18.90',
  });
  await expect
    .element(screen.getByRole('link', { name: t('products.favouritesLink') }).last())
    .toHaveAttribute('href', '/card/favourites/1');
});

test('a product has the receipt of its payment and a link to it, however old it is [HIST-08, RCPT-01, RCPT-06]', async () => {
  const payment = {
    id: nextId(),
    openedAt: '2025-01-03T12:00:00Z',
    status: 'accepted',
    receiptAvailable: true,
  } as const;
  server.answer('downloadReceipt', () => new Blob(['%PDF-']));
  const screen = await openProduct({ payment });
  await screen.getByRole('button', { name: t('receipts.accessibilityTitle') }).click();
  await expect.element(screen.getByText(t('receipts.accessibilityText'))).toBeVisible();

  await screen.getByRole('button', { name: t('receipts.download') }).click();

  await expect.element(screen.getByText(t('receipts.downloaded')).first()).toBeVisible();
  expect(server.received('downloadReceipt')[0]?.params).toEqual({ cardId: '1', paymentId: payment.id });
  await expect
    .element(screen.getByRole('link', { name: t('trips.paymentLink') }))
    .toHaveAttribute('href', expect.stringContaining(`open=${payment.id}&to=2025-01-03`));
});

test('a product whose payment is not known says so', async () => {
  const screen = await openProduct({ payment: null });

  await expect.element(screen.getByText(t('products.receiptUnknown'))).toBeVisible();
  expect(screen.getByRole('button', { name: t('receipts.download') }).elements()).toHaveLength(0);
});

test('a product whose payment is not known promises no receipt where the operator offers none', async () => {
  signIn({ permissions: { any: ['card-products-history-table'] } });
  const screen = await openProduct({ payment: null, fqCode: 'TEN-ADULT' });

  await expect.element(screen.getByText('TEN-ADULT')).toBeVisible();
  expect(screen.getByText(t('products.receiptUnknown')).elements()).toHaveLength(0);
});

test('a product whose payment has no receipt yet says so in the specified words, and when there will be one [RCPT-04]', async () => {
  const payment = { id: nextId(), openedAt: '2025-01-03T12:00:00Z', status: 'open', receiptAvailable: false } as const;
  const screen = await openProduct({ payment });

  const words = screen.getByText(/No receipt available for this payment\/transaction\./);
  await expect.element(words).toHaveTextContent(`${t('errors.NWA0013')} ${t('receipts.whenPaid')}`);
});
