import { activeTicketList } from '@tapfolio/contracts/products.ts';
import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium } from '../../../test/factories/cards.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { portalRole } from '../../roles/portal.ts';

const { pool, signIn } = await createTestApp([portalRole]);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const ticketsOf = async (passenger: SignedIn) =>
  activeTicketList.parse((await passenger.call({ url: '/public/api/v1/portal/active-tickets' })).json()).items;

it('lists the usable tickets of all cards, the first to end on top', async () => {
  const passenger = await signIn();
  const [bank, watch] = [
    await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Bank card' }),
    await buildCard(pool, { passenger_id: passenger.passengerId, name: 'Watch' }),
  ];
  const of = ({ medium_id }: { medium_id: string }, name: string, validTo: string, status = 'active') =>
    buildProduct(pool, { medium_id, name, status, valid_from: inHours(-9), valid_to: validTo });
  const month = await of(bank, 'Month pass', inHours(500));
  await of(bank, 'Cancelled', inHours(500), 'cancelled');
  await of(bank, 'Over', inHours(-1));
  const nextMonth = { valid_from: inHours(1), valid_to: inHours(745) };
  await buildProduct(pool, { medium_id: bank.medium_id, name: 'Bought ahead', ...nextMonth });
  const day = await of(watch, 'Day pass', inHours(5));
  const stranger = await signIn();
  await of(await buildCard(pool, { passenger_id: stranger.passengerId }), 'Another passenger’s', inHours(5));

  const tickets = await ticketsOf(passenger);

  expect(
    tickets.map(({ id, cardId, cardName, product }) => [id, cardId, cardName, product.name, product.status]),
  ).toEqual([
    [day.product_id, watch.card_id, 'Watch', 'Day pass', 'active'],
    [month.product_id, bank.card_id, 'Bank card', 'Month pass', 'active'],
  ]);
});

it('lists a ticket that was bought with the card before the bank replaced it', async () => {
  const passenger = await signIn();
  const card = await buildCard(pool, { passenger_id: passenger.passengerId });
  const bought = { medium_id: await buildFormerMedium(pool, card), valid_from: inHours(-9), valid_to: inHours(500) };
  const month = await buildProduct(pool, { ...bought, name: 'Month pass' });

  expect(await ticketsOf(passenger)).toMatchObject([
    { id: month.product_id, cardId: card.card_id, cardName: card.name },
  ]);
});

it('lists no tickets for a passenger without cards', async () => {
  expect(await ticketsOf(await signIn())).toEqual([]);
});
