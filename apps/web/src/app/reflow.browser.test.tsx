import { locales } from '@tapfolio/domain/locale.ts';
import { paymentReasons, paymentStatuses } from '@tapfolio/domain/states.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../test/fixtures.ts';
import { brokenWords, expectNothingBeside, linesOf, overlapping } from '../../test/measure-words.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildDebt,
  buildFavourite,
  buildPayment,
  buildPaymentDetail,
  buildProduct,
  buildProductDetail,
  buildRefusedCard,
  buildRelatedTrip,
  buildSalesPackage,
  buildTrip,
  buildTripDetail,
  cad,
} from '../../test/travel-fixtures.ts';
import { setLanguage } from '../lib/i18n.ts';
import { notify } from '../lib/notices.ts';

const payment = buildPayment({
  status: 'payment_error',
  paid: cad(0),
  due: cad(12_375),
  total: cad(12_375),
  tripCount: 6,
});

const refused = {
  at: payment.openedAt,
  direction: 'debit',
  kind: 'charge',
  amount: payment.due,
  approved: false,
} as const;

const { id, openedAt } = payment;
const product = buildProductDetail({ payment: { id, openedAt, status: 'accepted', receiptAvailable: true } });
const opened = buildTrip({ from: 'Parc technologique', to: 'Place de l’Hôtel-de-Ville', status: 'fallback' });

beforeEach(() => {
  // The longest possible name, without a place to break.
  const owing = buildRefusedCard({ name: 'Gemeinschaftskreditkartederganzenfamilie' });
  const cards = [owing, buildRefusedCard({ id: 2, name: 'Mastercard', mediumType: 'watch' })];
  const trips = [buildTrip({ from: 'Saint-Jean-Baptiste-de-la-Salle' }), opened];
  server.answer('listCards', () => buildCardList(cards));
  server.answer('getCard', () =>
    buildCardOverview({ card: owing, trips, payments: [payment], products: [buildProduct()] }),
  );
  server.answer('listTrips', () => ({
    items: trips,
    days: [{ serviceDay: '2026-11-20', trips: 12, total: cad(11_250) }],
    nextCursor: null,
  }));
  server.answer('getTrip', () => buildTripDetail({ ...opened }));
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listPayments', () => ({ items: [payment], nextCursor: null }));
  server.answer('getPayment', () => buildPaymentDetail({ ...payment, charges: [refused], receiptAvailable: false }));
  server.answer('listProducts', () => ({ items: [product], nextCursor: null }));
  server.answer('getProduct', () => product);
  server.answer('listFavourites', () => ({ items: [buildFavourite()] }));
  server.answer('listSalesPackages', () => ({ items: [buildSalesPackage()], nextCursor: null }));
  server.answer('listSessions', () => ({ items: [buildSession(), buildSession({ isCurrent: false })] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

const open = ['/login', '/register', '/receipt-page', '/reset-password'];
const area = [
  '/',
  '/account/edit',
  '/card',
  '/card?id=1',
  '/card/add',
  `/card/trips-history/1?open=${opened.id}`,
  `/card/payments-history/1?open=${payment.id}`,
  `/card/products-history/1?open=${product.id}`,
  '/card/favourites/1',
];

test.each([...open.map((path) => [path, false] as const), ...area.map((path) => [path, true] as const)])(
  'no part of %s is outside a window of 360 px at twice the text size (signed in: %s)',
  async (path, isSignedIn) => {
    await page.viewport(360, 740);
    document.documentElement.style.fontSize = '200%';
    for (const locale of ['en_CA', 'fr_CA', 'de_DE'] as const) {
      if (isSignedIn) signIn({ display_language: locale });
      await setLanguage(locale);
      const { screen } = await openPortal(path);
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0);
      await expect.element(screen.getByText(t('common.loading'))).not.toBeInTheDocument();

      expectNothingBeside();
      // German has words that are longer than a line of text this large.
      if (locale !== 'de_DE') expect(brokenWords().join('\n')).toBe('');
      await screen.unmount();
    }
  },
);

test('no word of the trips that an unpaid fare comes from breaks on a phone at twice the text size', async () => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  signIn({ display_language: 'fr_CA' });
  await setLanguage('fr_CA');
  server.answer('listDebts', () => ({ items: [buildDebt({ trips: [buildRelatedTrip({ from: 'Cathédrale' })] })] }));
  const { screen } = await openPortal('/card?id=1');
  await screen.getByText(t('debts.trips', { count: 1 })).click();
  const trip = screen.getByRole('listitem').filter({ hasText: 'Cathédrale' });
  await expect.element(trip).toBeVisible();

  expect(brokenWords(trip.element())).toEqual([]);
});

test.each(open)('no part of the errors of %s is outside either', async (path) => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  for (const locale of ['en_CA', 'fr_CA'] as const) {
    await setLanguage(locale);
    const { screen } = await openPortal(path);
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();

    document.querySelector('form')?.requestSubmit();

    await expect.poll(() => document.querySelectorAll('[aria-invalid=true]').length).toBeGreaterThan(0);
    expectNothingBeside();
    await screen.unmount();
  }
});

test.each([
  [360, '200%'],
  [320, '100%'],
] as const)('a long word of a row stays in one piece at %i px and %s of the text size', async (width, size) => {
  signIn();
  await page.viewport(width, 740);
  document.documentElement.style.fontSize = size;
  await setLanguage('fr_CA');
  const refund = buildPayment({ reason: 'refund', due: cad(0), paid: cad(-375), total: cad(-375), tripCount: 0 });
  server.answer('listPayments', () => ({ items: [refund], nextCursor: null }));
  server.answer('listCards', () => buildCardList([buildCard()]));
  const { screen } = await openPortal('/card/payments-history/1');

  const word = screen.getByText(t('common.paymentReason.refund'), { exact: true });
  await expect.element(word).toBeVisible();

  expect(brokenWords(document.querySelector('main') ?? undefined)).toEqual([]);
});

const million = { currency: 'KWD', amountMinor: 1_234_567_890 };

test.each([
  ['trips', 320],
  ['trips', 360],
  ['payments', 320],
  ['payments', 360],
] as const)(
  'a fare of a million with three decimals covers no other word of the list of %s at %i px, nor of a line with a long name',
  async (list, width) => {
    signIn();
    await page.viewport(width, 740);
    const named = { id: 'LX', name: 'Saint-Jean Express', longName: null, color: null, textColor: null };
    const items = [buildTrip({ fare: million, status: 'fallback' }), buildTrip({ fare: million, line: named })];
    server.answer('listTrips', () => ({ items, days: [], nextCursor: null }));
    const dear = { ...payment, due: million, paid: million, total: million };
    server.answer('listPayments', () => ({ items: [dear], nextCursor: null }));
    const { screen } = await openPortal(`/card/${list}-history/1`);
    await expect.element(screen.getByText(/1,234,567\.890/).first()).toBeVisible();

    expectNothingBeside();
    expect([...document.querySelectorAll('main summary')].flatMap(overlapping)).toEqual([]);
  },
);

test.each(locales)('a wide window has room for all columns of payments in %s, whatever their state', async (locale) => {
  signIn({ display_language: locale });
  await setLanguage(locale);
  const amounts = { due: cad(12_375), paid: cad(-12_375), total: cad(12_375) };
  const items = paymentReasons.flatMap((reason) =>
    paymentStatuses.map((status) => buildPayment({ reason, status, ...amounts })),
  );
  server.answer('listPayments', () => ({ items, nextCursor: null }));
  const { screen } = await openPortal('/card/payments-history/1');

  await expect.element(screen.getByRole('table')).toBeVisible();

  expectNothingBeside();
});

test('payments are rows where their columns have no room, and a table again in a window where they have', async () => {
  signIn({ display_language: 'de_DE' });
  await setLanguage('de_DE');
  const { screen } = await openPortal('/card/payments-history/1');
  const table = screen.getByRole('table');
  await expect.element(table).toBeVisible();

  for (const width of [1024, 1280, 1024]) {
    await page.viewport(width, 800);
    await expect.poll(() => table.elements()).toHaveLength(width === 1280 ? 1 : 0);
    expectNothingBeside();
  }
});

test('payments of millions are rows in every window, since no table has room for them', async () => {
  signIn();
  server.answer('listPayments', () => ({
    items: [{ ...payment, due: million, paid: million, total: million }],
    nextCursor: null,
  }));
  const { screen } = await openPortal('/card/payments-history/1');

  await expect.element(screen.getByText(/1,234,567\.890/).first()).toBeVisible();

  expect(screen.getByRole('table').elements()).toEqual([]);
  expectNothingBeside();
});

test.each(['/login', '/card?id=1'])(
  'no word of %s breaks and none is outside a window of 768 or 1024 px at twice the text size',
  async (path) => {
    document.documentElement.style.fontSize = '200%';
    for (const locale of ['fr_CA', 'de_DE', 'pl_PL'] as const) {
      if (path !== '/login') signIn({ display_language: locale });
      await setLanguage(locale);
      const { screen } = await openPortal(path);
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.element(screen.getByText(t('common.loading'))).not.toBeInTheDocument();
      for (const width of [768, 1024]) {
        await page.viewport(width, 800);
        expectNothingBeside();
        expect(brokenWords(document.querySelector('main') ?? undefined).join('\n'), `${locale} ${width}`).toBe('');
      }
      await screen.unmount();
    }
  },
);

test.each(['de_DE', 'pl_PL'] as const)('what opens above the page stays inside the window in %s', async (locale) => {
  signIn({ display_language: locale });
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  await setLanguage(locale);
  const { screen } = await openPortal('/card/trips-history/1');

  for (const opener of [t('nav.more'), t('nav.notices')]) {
    await screen.getByRole('button', { name: new RegExp(opener) }).click();
    await expect.poll(() => document.querySelectorAll('[popover]:popover-open').length).toBe(1);

    expectNothingBeside();
    expect(brokenWords(document.querySelector('[popover]:popover-open') ?? undefined)).toEqual([]);
    await userEvent.keyboard('{Escape}');
  }
});

test.each(['de_DE', 'it_IT', 'pl_PL', 'sk_SK'] as const)(
  'no word of a public screen breaks in %s, and none is outside the window at twice the text size',
  async (locale) => {
    await page.viewport(360, 740);
    await setLanguage(locale);
    for (const path of open) {
      const { screen } = await openPortal(path);
      await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();

      expect(brokenWords().join('\n')).toBe('');
      document.documentElement.style.fontSize = '200%';
      expectNothingBeside();
      document.documentElement.style.fontSize = '';
      await screen.unmount();
    }
  },
);

test.each([
  ['en_CA', '200%'],
  ['sk_SK', '100%'],
  ['sk_SK', '200%'],
] as const)('the drawn reference stands in one piece in %s at %s of the text size', async (locale, size) => {
  await page.viewport(360, 740);
  await setLanguage(locale);
  document.documentElement.style.fontSize = size;
  const { screen } = await openPortal('/receipt-page');
  const reference = screen.getByText('7K2M4Q9T1XB5ZC', { exact: true });
  await expect.element(reference).toBeVisible();
  const range = document.createRange();
  range.selectNodeContents(reference.element());

  expect(linesOf(range)).toBe(1);
});

test('a notice breaks no word at twice the text size', async () => {
  await page.viewport(360, 740);
  const { screen } = await openPortal('/login');
  document.documentElement.style.fontSize = '200%';
  notify({
    title: (text) => text('nav.idleExceededTitle'),
    content: (text) => text('nav.idleExceeded', { max: 15 }),
    duration: 0,
  });
  const notice = screen.getByRole('region', { name: t('nav.notices') });
  await expect.element(notice.getByText(t('nav.idleExceededTitle'))).toBeVisible();

  expect(brokenWords(notice.element())).toEqual([]);
});
