import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildPayment, buildProduct, buildTrip, cad } from '../../../test/travel-fixtures.ts';

const usd = { amountMinor: 300, currency: 'USD' };

beforeEach(async () => {
  signIn();
  const cards = [buildCard({ id: 1, name: 'Everyday card', lastFour: '4242' }), buildCard({ id: 2, name: 'Watch' })];
  server.answer('listCards', () => buildCardList(cards));
  server.answer('listTrips', () => ({
    items: [buildTrip(), buildTrip({ fare: cad(25) }), buildTrip({ fare: usd })],
    days: [],
    nextCursor: 'more',
  }));
  const refund = buildPayment({ reason: 'refund', due: cad(0), paid: cad(-125), total: cad(-125) });
  const unpaid = buildPayment({ status: 'payment_error', paid: cad(0) });
  const paidLater = buildPayment({ reason: 'debt_recovery', due: cad(0), paid: cad(375), total: cad(0) });
  server.answer('listPayments', () => ({ items: [buildPayment(), refund, unpaid, paidLater], nextCursor: null }));
  server.answer('listProducts', () => ({ items: [buildProduct()], nextCursor: null }));
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  });
});

/** A history of November: the days of travel and payments change at half past four, those of products at midnight. */
function inNovember(kind: string): string {
  const [from, to] = kind === 'products' ? ['04:00', '05:00'] : ['09:30', '09:30'];
  return `/card/${kind}-history/1?from=2026-11-01T${from}:00Z&to=2026-12-01T${to}:00Z`;
}

test.each([
  ['trips', 'Fare $4.00 and US$3.00', true],
  ['payments', 'Paid $2.50', false],
  ['products', 'Amount $11.25', false],
])(
  'printed %s name the portal, the card, the period and the sum, and have nothing to press',
  async (kind, sum, isPart) => {
    await openPortal(inNovember(kind));
    await expect.element(page.getByText(t('common.dataUpTo', { time: '2026/11/20 08:42' }))).toBeVisible();

    // biome-ignore lint/performance/useDomNodeTextContent: the visible text, without what is not printed
    const words = (): string => document.querySelector('main')?.innerText.replace(/\s+/g, ' ') ?? '';
    await expect.poll(words).toContain(sum);
    for (const said of ['Card Everyday card •••• 4242', '2026/11/01 to 2026/11/30', location.host])
      expect(words()).toContain(said);
    expect(words().includes(t('cards.printedMore'))).toBe(isPart);
    expect(words()).not.toContain(t('payments.findTitle'));
    const controls = [...document.querySelectorAll('main :is(button, select, input)')];
    expect(controls.filter((element) => element.checkVisibility())).toEqual([]);
  },
);

test.each([
  ['trips', 'Fare $4.00 and US$3.00 3 rows shown Other pages of this list have more rows.'],
  ['payments', 'Paid $2.50 4 rows shown'],
])('%s of a period show their sum on the screen, and whether they are all', async (kind, foot) => {
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  // biome-ignore lint/performance/useDomNodeTextContent: the visible text, without what is only printed
  const words = (): string => document.querySelector('main')?.innerText.replace(/\s+/g, ' ') ?? '';

  await openPortal(inNovember(kind));

  await expect.poll(words).toContain(foot);
});

test.each([
  ['the page of its fare', [buildPayment({ status: 'corrupted' })]],
  ['another page', []],
])(
  'a fare that the bank collected in another currency counts in the sum of %s as what the bank took',
  async (_, fares) => {
    const taken = { amountMinor: 540, currency: 'USD' };
    const line = { reason: 'debt_recovery', due: taken, paid: taken, total: { ...taken, amountMinor: 0 } } as const;
    const items = [buildPayment({ ...line, countsByItself: true }), ...fares];
    server.answer('listPayments', () => ({ items, nextCursor: null }));
    // biome-ignore lint/performance/useDomNodeTextContent: the visible text, without what is not printed
    const words = (): string => document.querySelector('main')?.innerText.replace(/\s+/g, ' ') ?? '';

    await openPortal(inNovember('payments'));

    await expect.poll(words).toContain('Paid US$5.40');
  },
);

test('a list without a period shows no sum on the screen', async () => {
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });

  await openPortal('/card/payments-history/1');

  const isVisible = () =>
    page
      .getByText('$2.50')
      .elements()
      .map((element) => element.checkVisibility());
  await expect.poll(isVisible).toEqual([false]);
});

test('printed sums of days are above the fares that they add up', async () => {
  server.answer('listTrips', () => ({
    items: [buildTrip()],
    days: [{ serviceDay: buildTrip().serviceDay, trips: 1, total: cad(375) }],
    nextCursor: null,
  }));
  await page.viewport(800, 900);
  await openPortal('/card/trips-history/1');
  await expect.element(page.getByRole('heading', { level: 3 })).toBeVisible();

  const ends = [...document.querySelectorAll('main section *')]
    .filter(({ childElementCount, textContent }) => childElementCount === 0 && textContent === '$3.75')
    .map((element) => Math.round(element.getBoundingClientRect().right));
  expect(ends).toHaveLength(2);
  expect(ends[0]).toBe(ends[1]);
});
