import type { CardClaim } from '@tapfolio/contracts/card-claims.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawUntilEnd } from '../../test/drawn-page.ts';
import { held, server } from '../../test/fake-server.ts';
import { watchLayoutShifts } from '../../test/layout-shifts.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildDebt,
  buildFavourite,
  buildPayment,
  buildProduct,
  buildRefusedCard,
} from '../../test/travel-fixtures.ts';
import { longestMs } from '../ui/held-back.tsx';

const claim: CardClaim = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'My watch',
  state: 'open',
  claimedAt: '2026-03-02T12:00:00Z',
  objectUntil: '2026-03-09T12:00:00Z',
  endedAt: null,
};
const owing = buildRefusedCard({ id: 1, name: 'Everyday card' });
const replaced = buildCard({
  id: 2,
  name: 'Old card',
  status: 'replaced',
  replacement: { id: '0b7f6a52-6f5e-4a6c-9d3e-2b1f6f0c9981', scheme: 'visa', lastFour: '9981' },
});
const ticket = { id: buildProduct().id, cardId: 1, cardName: 'Everyday card', product: buildProduct() };

const makeLate = () => ({
  claims: held({ own: [claim], claimed: [] }),
  debts: held({ items: [buildDebt()] }),
  tickets: held({ items: [ticket] }),
  favourites: held({ items: [buildFavourite()] }),
});
let late = makeLate();

/** A screen waits for its first parts only for a time. A busy machine may need longer, so here that time never ends. */
function letScreensWait(): void {
  const begin: Window['setTimeout'] = window.setTimeout.bind(window);
  vi.stubGlobal('setTimeout', (run: TimerHandler, ms?: number) => (ms === longestMs ? 0 : begin(run, ms)));
}

beforeEach(drawUntilEnd);
beforeEach(() => {
  letScreensWait();
  signIn();
  late = makeLate();
  server.answer('listCards', () => buildCardList([owing, replaced]));
  server.answer('getCard', () => buildCardOverview({ card: owing }));
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listPayments', () => ({ items: [buildPayment()], nextCursor: null }));
  server.answer('listCardClaims', late.claims.answer);
  server.answer('listDebts', late.debts.answer);
  server.answer('listActiveTickets', late.tickets.answer);
  server.answer('listFavourites', late.favourites.answer);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const unpaid = () => page.getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) });

test.each([
  [360, [owing]],
  [1280, [owing]],
  [360, [replaced]],
])('late answers push down nothing that home shows (%s px)', async (width, cards) => {
  await page.viewport(width, 740);
  server.answer('listCards', () => buildCardList(cards));
  const moved = watchLayoutShifts();
  const { screen } = await openPortal('/');
  await expect.element(screen.getByText(t('common.loading')).first()).toBeInTheDocument();

  // The last first: the order of the answers does not matter.
  late.favourites.give();
  late.tickets.give();
  late.debts.give();
  late.claims.give();

  await expect.element(screen.getByText(t('claims.ownOpenTitle', { card: 'My watch' }))).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: t('home.spendHeading') })).toBeInTheDocument();
  expect(unpaid().elements()).toHaveLength(cards.includes(owing) ? 1 : 0);
  expect(moved()).toBeLessThan(0.01);
});

test.each([360, 1280])('home leaves a place for the heading of the cards while they load (%s px)', async (width) => {
  await page.viewport(width, 740);
  const cards = held(buildCardList([buildCard({ id: 1, name: 'Everyday card' })]));
  server.answer('listCards', cards.answer);
  server.answer('listDebts', () => ({ items: [] }));
  server.answer('listCardClaims', () => ({ own: [], claimed: [] }));
  await openPortal('/');
  const top = (selector: string): number | undefined => document.querySelector(selector)?.getBoundingClientRect().top;
  await expect.poll(() => top('[data-coming] > :nth-child(3)')).toBeTruthy();
  const place = top('[data-coming] > :nth-child(3)');

  cards.give();

  await expect.element(page.getByRole('main').getByRole('link', { name: 'Everyday card' })).toBeVisible();
  expect(top('main li')).toBeCloseTo(place ?? 0, 0);
});

test.each([
  ['/card?id=1', () => page.getByRole('heading', { name: t('cards.factsHeading') })],
  ['/card/payments-history/1', () => page.getByRole('button', { name: /Period/ })],
])('late answers push down nothing that %s shows', async (address, below) => {
  await page.viewport(360, 740);
  const moved = watchLayoutShifts();
  await openPortal(address);

  await expect.element(page.getByText(t('common.loading')).first()).toBeInTheDocument();
  late.claims.give();
  late.debts.give();
  await expect.element(unpaid()).toBeVisible();
  await expect.element(below()).toBeInTheDocument();

  expect(moved()).toBeLessThan(0.01);
});

test.each([390, 1280])('a list that arrives moves nothing that was on the screen (%s px)', async (width) => {
  await page.viewport(width, 844);
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  const payments = Array.from({ length: 20 }, (_, index) =>
    buildPayment({ id: `019fb6f6-d7e1-7000-9000-${index + 100_000_000_000}` }),
  );
  const list = held({ items: payments, nextCursor: null });
  server.answer('listPayments', list.answer);
  const moved = watchLayoutShifts();
  await openPortal('/card/payments-history/1');
  late.debts.give();
  await expect.element(page.getByRole('button', { name: /Period/ })).toBeVisible();
  await expect.element(page.getByText(t('common.loading')).first()).toBeInTheDocument();

  list.give();

  await expect.element(page.getByText(t('cards.rowsShown', { count: 20 })).first()).toBeInTheDocument();
  expect(moved()).toBeLessThan(0.01);
});

test('the footer stays below the window while the history of the only card opens', async () => {
  await page.viewport(390, 844);
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 })]));
  const { router } = await openPortal('/card?id=1');
  late.claims.give();
  late.debts.give();
  await expect.element(page.getByRole('heading', { name: t('cards.factsHeading') })).toBeVisible();
  const tops: number[] = [];
  const look = (): unknown => tops.push(page.getByRole('contentinfo').element().getBoundingClientRect().top);
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());

  await router.navigate({ to: '/card/payments-history' });

  await expect.element(page.getByRole('button', { name: /Period/ })).toBeVisible();
  observer.disconnect();
  expect(router.state.location.pathname).toBe('/card/payments-history/1');
  expect(Math.min(...tops)).toBeGreaterThanOrEqual(844);
});
