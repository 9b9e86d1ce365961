import { maxPageSize } from '@tapfolio/contracts/limits.ts';
import { locales, toBcp47 } from '@tapfolio/domain/locale.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildDebt,
  buildRefusedCard,
  buildRelatedTrip,
  buildTrip,
  buildTripDetail,
  cad,
} from '../../../test/travel-fixtures.ts';
import { setLanguage } from '../../lib/i18n.ts';

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1, historyFrom: '2026-03-01T15:00:00Z' })]));
  server.answer('listTrips', () => ({ items: [], days: [], nextCursor: null }));
  server.answer('listPayments', () => ({ items: [], nextCursor: null }));
  server.answer('listProducts', () => ({ items: [], nextCursor: null }));
});

describe('a period without records', () => {
  test.each(['trips', 'payments', 'products'])('before the history of %s says when it begins', async (list) => {
    await openPortal(`/card/${list}-history/1?from=2021-03-01T05:00:00Z&to=2021-04-01T04:00:00Z`);

    const begins = 'Your history with this card begins on 2026/03/01. Choose a later period.';
    await expect.element(page.getByText(begins)).toBeVisible();
    await expect.element(page.getByRole('button', { name: t('common.filterReset') })).toBeVisible();
  });

  test('that overlaps the history does not mention its beginning', async () => {
    await openPortal('/card/trips-history/1?from=2026-02-01T05:00:00Z&to=2026-04-01T04:00:00Z');

    await expect.element(page.getByText(t('trips.emptyFilteredText'))).toBeVisible();
    expect(page.getByText(/begins on/).elements()).toHaveLength(0);
  });
});

test('“Back” from the list of a chosen card skips the question and leads to the page before it', async () => {
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 }), buildCard({ id: 2, name: 'Second card' })]));
  const { router } = await openPortal('/error');
  await router.navigate({ to: '/card/trips-history' });
  await page.getByRole('link', { name: 'Second card' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/card/trips-history/2');

  router.history.back();

  await expect.poll(() => router.state.location.pathname).toBe('/error');
});

test('on a phone the sum of a day is beside the number of its trips, however long its date is', async () => {
  const days = ['2026-10-30', '2026-10-28'];
  server.answer('listTrips', () => ({
    items: days.map((serviceDay) => buildTrip({ serviceDay })),
    days: days.map((serviceDay) => ({ serviceDay, trips: 6, total: cad(825) })),
    nextCursor: null,
  }));
  await page.viewport(360, 780);

  await openPortal('/card/trips-history/1');

  await expect.element(page.getByText('Friday, October 30, 2026')).toBeVisible();
  const tops = (words: string) =>
    page
      .getByText(words, { exact: true })
      .elements()
      .map((element) => element.getBoundingClientRect().top);
  expect(tops('6 trips')).toHaveLength(2);
  expect(tops('6 trips')).toEqual(tops('$8.25'));
});

test.each([
  ['the first page of a long list says', '?size=all', 'NEXT', 1],
  ['its last page says', '?size=all&cursor=LAST', null, 1],
  ['a list of one page does not say', '?size=all', null, 0],
  ['a page of 20 rows does not say', '?size=20', 'NEXT', 0],
] as const)('%s that “All” did not fit on one page', async (_, search, nextCursor, times) => {
  const items = Array.from({ length: 11 }, () => buildTrip());
  server.answer('listTrips', () => ({ items, days: [], nextCursor }));

  const { screen } = await openPortal(`/card/trips-history/1${search}`);

  await expect.element(screen.getByRole('navigation', { name: t('common.paging') })).toBeVisible();
  expect(screen.getByText(t('common.rowsCut', { count: maxPageSize })).elements()).toHaveLength(times);
});

test('the trips of an unpaid fare are marked, except those that were free', async () => {
  const [taken, free] = [buildTrip({ fare: cad(750) }), buildTrip({ fare: cad(0) })];
  const trips = [taken, free].map(({ id, fare }) => buildRelatedTrip({ id, price: fare }));
  server.answer('listCards', () => buildCardList([buildRefusedCard({ id: 1 })]));
  server.answer('listDebts', () => ({ items: [buildDebt({ trips })] }));
  server.answer('listTrips', () => ({ items: [taken, free], days: [], nextCursor: null }));

  const { screen } = await openPortal('/card/trips-history/1');

  await expect.element(screen.getByRole('row', { name: /7\.50/ }).getByText(t('debts.mark_owed'))).toBeVisible();
  expect(screen.getByRole('table').getByText(t('debts.mark_owed')).elements()).toHaveLength(1);
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test.each([
  ['that has no reference yet is said to be in no payment yet', { startedAt: daysAgo(41) }, 'trips.paymentNone'],
  [
    'whose payment had its time is said to be in none, and whom to ask',
    { startedAt: daysAgo(43) },
    'trips.paymentNever',
  ],
  ['whose payment began before the history of the card is not', { srid: '7K2M4Q9T1XB5ZC' }, undefined],
] as const)('a trip %s', async (_, known, said) => {
  signIn({}, { contacts: { en_CA: { email: 'help@tapfolio.example' } } });
  const detail = buildTripDetail({ srid: null, payment: null, fare: cad(375), ...known });
  server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
  server.answer('getTrip', () => detail);

  const { screen } = await openPortal(`/card/trips-history/1?open=${detail.id}`);

  await expect.element(screen.getByText(detail.id)).toBeVisible();
  for (const key of ['trips.paymentNone', 'trips.paymentNever'] as const)
    expect(screen.getByText(t(key), { exact: false }).elements()).toHaveLength(key === said ? 1 : 0);
  const ask = screen.getByRole('main').getByRole('link', { name: /^Write to/ });
  await expect.poll(() => ask.elements()).toHaveLength(said === 'trips.paymentNever' ? 1 : 0);
});

test.each([
  ['delay', 'Delay'],
  ['Line closed on the way', 'Line closed on the way'],
  ['credit', 'Credited before the charge'],
  ['refund', 'No reason given'],
  [null, 'No reason given'],
])('the details of a trip say how much was given back and why: %s [RFND-03]', async (reason, shown) => {
  const detail = buildTripDetail({ refund: { amount: cad(125), reason } });
  server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
  server.answer('getTrip', () => detail);

  await openPortal(`/card/trips-history/1?open=${detail.id}`);

  await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
  await expect.element(page.getByText('$1.25', { exact: true })).toBeVisible();
});

test('the details of a trip have stop points and names, times, and refund with its reason [HIST-02]', async () => {
  const detail = buildTripDetail({ refund: { amount: cad(125), reason: 'Line closed on the way' } });
  server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
  server.answer('getTrip', () => detail);

  await openPortal(`/card/trips-history/1?open=${detail.id}`);

  await expect.element(page.getByText('Line closed on the way')).toBeVisible();
  // biome-ignore lint/performance/useDomNodeTextContent: the visible text, with the spaces of the layout
  const words = document.querySelector('main')?.innerText.replace(/\s+/g, ' ');
  for (const said of [
    'Check-in Cathedral 2026/11/20 09:00 · Stop point 1016',
    'Check-out Harbour 2026/11/20 09:20 · Stop point 1042',
    `${t('trips.refundAmount')} $1.25`,
    `${t('trips.refundReason')} Line closed on the way`,
  ])
    expect(words).toContain(said);
});

test.each([
  ['provisional', 'Started'],
  ['calculated', 'Finished'],
  ['fallback', 'Broken'],
] as const)('the details of a trip name its status, which has no column on a phone: %s', async (status, name) => {
  await page.viewport(390, 844);
  const detail = buildTripDetail({ status });
  server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
  server.answer('getTrip', () => detail);

  await openPortal(`/card/trips-history/1?open=${detail.id}`);

  await expect.element(page.getByText(t('trips.colUpdated'))).toBeVisible();
  // biome-ignore lint/performance/useDomNodeTextContent: the visible text, with the spaces of the layout
  expect(document.querySelector('main')?.innerText.replace(/\s+/g, ' ')).toContain(`${t('trips.colStatus')} ${name}`);
});

test.each([
  [
    { email: 'help@transit.example', phone: '1 705 555-0142' },
    (id: string) => `mailto:help@transit.example?subject=Trip%20ID%20${id}`,
  ],
  [{ phone: '1 705 555-0142' }, () => 'tel:17055550142'],
])('a trip with a missing tap says how to report where the passenger got off: %o', async (contact, address) => {
  signIn({}, { contacts: { en_CA: contact } });
  const detail = buildTripDetail({ status: 'fallback' });
  server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
  server.answer('getTrip', () => detail);

  await openPortal(`/card/trips-history/1?open=${detail.id}`);

  await expect.element(page.getByText(/If you forgot to tap, tell us where you got on or off/)).toBeVisible();
  const links = page.getByRole('main').getByRole('link', { name: /^(Call|Write to)/ });
  await expect.element(links).toHaveAttribute('href', address(detail.id));
});

test.each([
  ['was refunded', { refund: { amount: cad(125), reason: 'forgotten tap' } }],
  ['was free', { fare: cad(0) }],
])('a trip with a missing tap that %s does not ask where the passenger got off', async (_, told) => {
  signIn({}, { contacts: { en_CA: { phone: '1 705 555-0142' } } });
  const detail = buildTripDetail({ status: 'fallback', ...told });
  server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
  server.answer('getTrip', () => detail);

  await openPortal(`/card/trips-history/1?open=${detail.id}`);

  await expect.element(page.getByText(t('trips.statusHelp_fallback'))).toBeVisible();
  expect(page.getByText(t('trips.forgottenTap')).elements()).toHaveLength(0);
  expect(page.getByRole('main').getByRole('link', { name: /^Call/ }).elements()).toHaveLength(0);
});

test.each([
  ['was refunded', { refund: { amount: cad(125), reason: 'forgotten tap' } }],
  ['was free', { fare: cad(0) }],
  ['can still be refunded', {}],
])('the details of a trip that %s say once that a tap is missing', async (_, told) => {
  const detail = buildTripDetail({ status: 'fallback', fareReason: 'Incomplete journey', ...told });
  server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
  server.answer('getTrip', () => detail);

  await openPortal(`/card/trips-history/1?open=${detail.id}`);

  await expect.element(page.getByText(t('trips.tripId'))).toBeVisible();
  const words = page.getByText(t('trips.tripId')).element().closest('dl')?.parentElement?.textContent;
  expect(words?.match(/A tap is missing/g)).toHaveLength(1);
  const values = [...document.querySelectorAll('main dd')].map(({ textContent }) => textContent);
  expect(values).not.toContain('');
});

test.each([
  ['en_CA', '2026/11/20 09:00', '2026/11/20 10:00', '$3.75'],
  ['fr_CA', '20/11/2026 09 h 00 min', '20/11/2026 10 h 00 min', '3,75 $'],
  ['de_DE', '2026.11.20 09:00:00', '2026.11.20 10:00:00', '3,75 CA$'],
  ['sk_SK', '20.11.2026 09:00:00', '20.11.2026 10:00:00', '3,75 CAD'],
  ['pl_PL', '2026.11.20 09:00:00', '2026.11.20 10:00:00', '3,75 CAD'],
  ['it_IT', '2026.11.20 09:00:00', '2026.11.20 10:00:00', '3,75 CA$'],
  ['en_GB', '2026.11.20 09:00:00', '2026.11.20 10:00:00', 'CA$3.75'],
] as const)(
  'a page in %s says its language and title, and writes dates, times and money in its formats [I18N-06] [I18N-07] [I18N-08]',
  async (locale, start, updated, fare) => {
    const detail = buildTripDetail();
    signIn({ display_language: locale }, { languages: { deployed: [...locales], hosts: {} } });
    await setLanguage(locale);
    server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
    server.answer('getTrip', () => detail);

    await openPortal(`/card/trips-history/1?open=${detail.id}`);

    const main = page.getByRole('main');
    await expect.element(main.getByText(t('trips.checkIn'), { exact: true })).toBeVisible();
    const words = main.element().textContent.replaceAll(/\s/g, ' ');
    for (const said of [start, updated, fare]) expect(words).toContain(said);
    const { lang, dir } = document.documentElement;
    expect([lang, dir]).toEqual([toBcp47(locale), 'ltr']);
    await expect.poll(() => document.title).toMatch(new RegExp(`^${t('trips.title')} `));
  },
);
