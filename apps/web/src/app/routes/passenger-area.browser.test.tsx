import { expect, test } from 'vitest';
import { server } from '../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList, buildRefusedCard } from '../../../test/travel-fixtures.ts';

const empty = { items: [], days: [], nextCursor: null };

test('shows each card with its state in words, and leads to it [CARD-13]', async () => {
  signIn();
  server.answer('listTrips', () => empty);
  server.answer('listProducts', () => ({ items: [], nextCursor: null }));
  const cards = [
    buildCard({ id: 1, name: 'Ready' }),
    buildRefusedCard({ id: 2, name: 'Refused' }),
    buildCard({ id: 3, name: 'Denied', accessStatus: 'denied' }),
    buildCard({ id: 4, name: 'Lost', status: 'lost' }),
    buildCard({ id: 5, name: 'Replaced', status: 'replaced' }),
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
  ];
  for (const [place, state] of states.entries()) {
    await expect.element(tiles.nth(place).getByText(state)).toBeVisible();
    const link = tiles.nth(place).getByRole('link', { name: cards[place]?.name ?? '' });
    await expect.element(link).toHaveAttribute('href', `/card?id=${place + 1}`);
  }
});
