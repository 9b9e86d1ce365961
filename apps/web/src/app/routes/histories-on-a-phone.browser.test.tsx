import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/fake-server.ts';
import { openPayment, passengerWithPayments } from '../../../test/open-payment.ts';
import { openPortal, t } from '../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildRelatedTrip,
  buildTrip,
  buildTripDetail,
  cad,
} from '../../../test/travel-fixtures.ts';

passengerWithPayments();

beforeEach(async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));
});

/** The space between the picture of a button and its words, in pixels. */
function spaceBeforeWords(button: Element): number {
  const picture = button.querySelector('svg');
  const words = document.createRange();
  words.selectNodeContents(picture?.nextElementSibling?.lastChild ?? button);
  return words.getBoundingClientRect().left - (picture?.getBoundingClientRect().right ?? 0);
}

test.each([320, 360])('the words of card and period stand beside their pictures, at a width of %i', async (width) => {
  await page.viewport(width, 740);
  const cards = [buildCard({ id: 1, name: 'Visa' }), buildCard({ id: 2, name: 'Watch' })];
  server.answer('listCards', () => buildCardList(cards));
  server.answer('listTrips', () => ({ items: [], days: [], nextCursor: null }));

  const { screen } = await openPortal('/card/trips-history/1');

  for (const name of [`${t('cards.chosen')} Visa`, `${t('cards.period')} ${t('cards.periodAny')}`]) {
    const button = screen.getByRole('main').getByRole('button', { name, exact: true });
    await expect.element(button).toBeVisible();
    expect(spaceBeforeWords(button.element()), name).toBeLessThan(16);
  }
});

test('a trip says on a phone what the columns of the table say [HIST-01]', async () => {
  const detail = buildTripDetail({ transportType: 'tram', status: 'provisional', updatedAt: '2026-11-21T16:45:00Z' });
  server.answer('listTrips', () => ({ items: [buildTrip(detail)], days: [], nextCursor: null }));
  server.answer('getTrip', () => detail);

  const { screen } = await openPortal(`/card/trips-history/1?open=${detail.id}`);

  const record = screen.getByRole('main').getByRole('group').first();
  await expect.element(record.getByText(t('trips.tripId'))).toBeVisible();
  const words = record.element().textContent;
  for (const said of [detail.id, '12', 'Tram', 'Started', '$3.75', '2026/11/21 11:45']) expect(words).toContain(said);
});

test('a payment says on a phone what the columns of the table say [HIST-04]', async () => {
  const { screen, words } = await openPayment({
    reason: 'product',
    due: cad(1125),
    paid: cad(750),
    total: cad(700),
    method: 'ssp',
    status: 'pending',
    trips: [buildRelatedTrip({ price: cad(1125) })],
  });

  const row = screen.getByRole('main').getByRole('group').filter({ hasText: '$7.00' });
  await expect.element(row.getByText('$7.00').first()).toBeVisible();
  for (const said of [
    'Product · 1 trip Pending',
    'Total $11.25',
    'Paid so far $7.50',
    'Statement reference (SRID) 7K2M4Q9T1XB5ZC',
    'Method External payment provider',
  ])
    expect(words()).toContain(said);
});
