import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, server } from '../../test/fake-server.ts';
import { buildUserSettings } from '../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import { buildCard, buildCardList, buildTrip } from '../../test/travel-fixtures.ts';
import { cardsQuery } from '../features/cards/api/list-cards.ts';
import { rememberCard } from '../features/cards/chosen-card.ts';
import { noticesNow, notifyChange } from '../lib/notices.ts';
import { storageKeys, writeStored } from '../lib/storage.ts';
import { clearSession } from '../passenger/session.ts';
import { areaClient } from './area-client.ts';
import { startData } from './area-data.ts';

const cards = buildCardList([buildCard({ id: 1 }), buildCard({ id: 2, name: 'Phone' })]);
const noProducts = { items: [], nextCursor: null };

beforeEach(() => {
  signIn();
  server.answer('listTrips', () => ({ items: [buildTrip()], days: [], nextCursor: null }));
  server.answer('listPayments', () => ({ items: [], nextCursor: null }));
  server.answer('listProducts', () => noProducts);
  server.answer('listSalesPackages', () => noProducts);
  server.answer('getSpend', () => ({ currencies: [] }));
});

describe('a screen requests everything it needs in one round', () => {
  test.each([
    ['/card/trips-history/2', 'listTrips'],
    ['/card/payments-history/2', 'listPayments'],
    ['/card/products-history/2', 'listProducts'],
    ['/card/favourites/2', 'listSalesPackages'],
  ] as const)('%s asks for the cards and the list of its card, each once', async (address, list) => {
    const answer = held(cards);
    server.answer('listCards', answer.answer);

    await openPortal(address);

    await expect.poll(() => server.received(list)).toHaveLength(1);
    expect(server.received('listCards')).toHaveLength(1);
    expect(server.received(list)[0]?.params).toEqual({ cardId: '2' });
    answer.give();
    await expect.element(page.getByRole('button', { name: /Phone/ })).toBeVisible();
    expect([server.received('listCards').length, server.received(list).length]).toEqual([1, 1]);
  });

  test('trips without a card in the address request those of the card that was shown last', async () => {
    rememberCard(2);
    const answer = held(cards);
    server.answer('listCards', answer.answer);

    await openPortal('/card/trips-history?from=2026-10-01T04:00:00Z');

    await expect.poll(() => server.received('listTrips')).toHaveLength(1);
    answer.give();
    await expect.element(page.getByRole('rowheader', { name: /Cathedral/ })).toBeVisible();
    expect(server.received('listTrips').map(({ params, query }) => [params.cardId, query.from])).toEqual([
      ['2', '2026-10-01T04:00:00Z'],
    ]);
  });

  test('home requests the cards, the spend, the trips that look wrong, the tickets of all cards and the favourites at once', async () => {
    const answer = held(cards);
    server.answer('listCards', answer.answer);

    await openPortal('/');

    const asked = ['listCards', 'getSpend', 'listDoubtfulTrips', 'listActiveTickets', 'listFavourites'] as const;
    const times = () => asked.map((call) => server.received(call).length);
    await expect.poll(times).toEqual([1, 1, 1, 1, 1]);
    answer.give();
    await expect.element(page.getByText(t('home.spendEmpty'))).toBeVisible();
    expect(times()).toEqual([1, 1, 1, 1, 1]);
  });

  test('the list of cards requests the cards and their tickets at once', async () => {
    const answer = held(cards);
    server.answer('listCards', answer.answer);

    await openPortal('/card');

    const times = () => [server.received('listCards').length, server.received('listActiveTickets').length];
    await expect.poll(times).toEqual([1, 1]);
    answer.give();
    await expect.element(page.getByText('Phone').first()).toBeVisible();
    expect(times()).toEqual([1, 1]);
  });

  test('home requests nothing that it may not show', async () => {
    signIn({ permissions: { card: ['passenger-area', 'card'] } });
    server.answer('listCards', () => cards);

    await openPortal('/');

    await expect.element(page.getByText('Phone').first()).toBeVisible();
    const withheld = ['getSpend', 'listDoubtfulTrips', 'listActiveTickets'] as const;
    expect(withheld.flatMap((call) => server.received(call))).toEqual([]);
  });
});

test('the pointer over a link loads the data of its screen, and does nothing else', async () => {
  server.answer('listCards', () => cards);
  const { router } = await openPortal('/');
  await expect.element(page.getByText('Phone').first()).toBeVisible();
  expect(server.received('listPayments')).toHaveLength(0);
  // The page informs the server of its loading within its first second, which may be now.
  const kept = () => Object.entries({ ...localStorage }).filter(([key]) => key !== 'lastToldServer');
  const before = kept();

  await router.preloadRoute({ to: '/card/payments-history/$id', params: { id: '1' } });

  await expect.poll(() => server.received('listPayments')).toHaveLength(1);
  expect(kept()).toEqual(before);
  expect(router.state.location.pathname).toBe('/');
});

describe('the end of a session', () => {
  test('removes the loaded data', async () => {
    server.answer('listCards', () => cards);
    const before = areaClient();
    await before.prefetchQuery(cardsQuery);

    clearSession();

    expect(before.getQueryCache().getAll()).toEqual([]);
    expect(areaClient()).not.toBe(before);
  });
});

test('nothing is requested by a screen that was on its way when the session ended: the next passenger would get its answers', () => {
  server.answer('listCards', () => cards);
  clearSession();

  startData({ pathname: '/card', search: {} });
  signIn({ email: 'next@example.org' });

  expect(areaClient().getQueryCache().getAll()).toEqual([]);
});

describe('another passenger who signs in in another tab', () => {
  /** What another tab does when another passenger signs in there. */
  function signInElsewhere(): void {
    writeStored(storageKeys.session, buildUserSettings({ email: 'noah@example.com' }));
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }));
  }

  test('sees no cards and notices that this tab has shown', async () => {
    server.answer('listCards', () => cards);
    const { router } = await openPortal('/card/trips-history');
    await expect.element(page.getByText('Phone').first()).toBeVisible();
    notifyChange(() => 'The card Phone was added.');
    await router.navigate({ to: '/reset-password' });
    await expect.element(page.getByText('Phone')).not.toBeInTheDocument();
    const theirs = held(buildCardList([buildCard({ id: 1 }), buildCard({ id: 2, name: 'Tablet' })]));
    server.answer('listCards', theirs.answer);
    signInElsewhere();

    await router.navigate({ to: '/card/trips-history' });

    await expect.poll(() => server.received('listCards')).toHaveLength(2);
    expect(page.getByText('Phone').elements()).toEqual([]);
    expect(noticesNow()).toMatchObject({ shown: [], kept: [], unread: 0 });
    theirs.give();
    await expect.element(page.getByText('Tablet').first()).toBeVisible();
  });

  test('gets their own data also if this tab signs them in', async () => {
    server.answer('listCards', () => cards);
    const before = areaClient();
    await before.prefetchQuery(cardsQuery);
    notifyChange(() => 'The card Phone was added.');
    signIn();
    expect(areaClient()).toBe(before);
    expect(noticesNow().kept).toHaveLength(1);

    signIn({ email: 'noah@example.com' });

    expect(before.getQueryCache().getAll()).toEqual([]);
    expect(areaClient()).not.toBe(before);
    expect(noticesNow().kept).toEqual([]);
  });
});
