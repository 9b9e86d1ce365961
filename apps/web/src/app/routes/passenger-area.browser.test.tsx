import { spend } from '@tapfolio/contracts/spend.ts';
import { expect, test } from 'vitest';
import { refuse, server, traceId } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildProduct, buildRefusedCard, cad } from '../../../test/travel-fixtures.ts';

test('shows each card with its state in words, and leads to it [CARD-13]', async () => {
  signIn();
  server.answer('getSpend', () => ({ currencies: [] }));
  const cards = [
    buildCard({ id: 1, name: 'Ready' }),
    buildRefusedCard({ id: 2, name: 'Refused' }),
    buildCard({ id: 3, name: 'Denied', accessStatus: 'denied' }),
    buildCard({ id: 4, name: 'Lost', status: 'lost' }),
    buildCard({ id: 5, name: 'Replaced', status: 'replaced' }),
    buildCard({ id: 6, name: 'Expired', status: 'card_dead' }),
  ];
  server.answer('listCards', () => buildCardList(cards));
  const { screen } = await openPortal('/');

  const tiles = screen.getByRole('main').getByRole('listitem');
  const states = [
    t('cards.stateReady'),
    t('cards.stateBlocked', { amount: '$7.50', date: '2026/11/13' }),
    t('cards.stateDenied'),
    t('cards.stateLost'),
    t('cards.stateReplaced'),
    t('cards.stateDead'),
  ];
  for (const [place, state] of states.entries()) {
    await expect.element(tiles.nth(place).getByText(state)).toBeVisible();
    const link = tiles.nth(place).getByRole('link', { name: cards[place]?.name ?? '' });
    await expect.element(link).toHaveAttribute('href', `/card?id=${place + 1}`);
  }
});

test('shows what was spent by week and by type of transport, for each currency separately', async () => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard()]));
  const sum = (trips: number, amountMinor: number, currency: string) => ({ trips, total: { amountMinor, currency } });
  const spent = spend.parse({
    currencies: [
      {
        currency: 'CAD',
        weeks: [
          { firstDay: '2026-11-16', ...sum(3, 1270, 'CAD') },
          { firstDay: '2026-11-09', ...sum(0, 0, 'CAD') },
        ],
        transportTypes: [
          { transportType: 'rail', ...sum(1, 900, 'CAD') },
          { transportType: 'bus', ...sum(2, 370, 'CAD') },
        ],
      },
      {
        currency: 'EUR',
        weeks: [{ firstDay: '2026-11-16', ...sum(1, 250, 'EUR') }],
        transportTypes: [{ transportType: 'tram', ...sum(1, 250, 'EUR') }],
      },
    ],
  });
  server.answer('getSpend', () => spent);
  const { screen } = await openPortal('/');

  const weeks = screen.getByRole('table', { name: t('home.spendCaption') });
  const types = screen.getByRole('table', { name: t('home.spendByTypeCaption') });
  await expect.element(weeks.nth(0).getByText('$12.70')).toBeVisible();
  await expect.element(weeks.nth(1).getByText('€2.50')).toBeVisible();
  await expect.element(types.nth(0).getByText('$9.00')).toBeVisible();
  // A single type says no more than the weeks do.
  await expect.element(types.nth(1)).not.toBeInTheDocument();
});

test.each(['/', '/card'])(
  '%s lists the tickets that can be used now: card, product, amount, valid to [CARD-12]',
  async (address) => {
    signIn();
    server.answer('getSpend', () => ({ currencies: [] }));
    const product = buildProduct({ name: 'Month pass', amount: cad(9900), validTo: '2099-12-01T05:00:00Z' });
    const ticket = { id: product.id, cardId: 1, cardName: 'Everyday card', product };
    server.answer('listActiveTickets', () => ({ items: [ticket] }));
    server.answer('listCards', () => buildCardList([buildCard({ name: 'Everyday card' })]));
    const { screen } = await openPortal(address);

    const table = screen.getByRole('table', { name: t('home.ticketsHeading') });
    await expect.element(table).toBeVisible();
    const row = table.getByRole('row').nth(1);
    const columns = table
      .getByRole('columnheader')
      .elements()
      .map((header) => header.textContent);
    const cells = [...row.element().children].map((cell) => cell.textContent);
    expect(Object.fromEntries(columns.map((column, place) => [column, cells[place]]))).toEqual({
      [t('home.ticketProduct')]: 'Month pass',
      [t('home.ticketCard')]: 'Everyday card',
      [t('home.ticketValidTo')]: '2099/12/01 00:00',
      [t('home.ticketAmount')]: '$99.00',
    });
    expect(table.getByRole('row').elements()).toHaveLength(2);
  },
);

test('says that the tickets could not be loaded, and loads them again [HIST-12]', async () => {
  signIn();
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listCards', () => buildCardList([buildCard()]));
  server.answer('listActiveTickets', refuse('TM0001'));
  const { screen } = await openPortal('/');

  const failure = screen.getByRole('region', { name: t('home.ticketsHeading') });
  await expect.element(failure.getByText(t('home.ticketsFailed'))).toBeVisible();
  await expect.element(failure.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
  server.answer('listActiveTickets', () => ({ items: [] }));
  await failure.getByRole('button', { name: t('common.retry') }).click();

  await expect.element(failure).not.toBeInTheDocument();
});
