import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server, traceId } from '../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildDebt,
  buildFavourite,
  buildRefusedCard,
  cad,
} from '../../test/travel-fixtures.ts';

/** How a call is answered. */
type How = <V>(value: V) => () => V | Promise<V>;
const given: How = (value) => () => value;
const failing = (when: Promise<void>): How => {
  const fail = refuse('TM0001');
  return () => () => when.then(fail);
};

const owing = buildRefusedCard({ id: 1, name: 'Everyday card' });
const weekSpend = {
  currency: 'CAD',
  weeks: [{ firstDay: '2026-11-15', trips: 2, total: cad(750) }],
  transportTypes: [{ transportType: 'tram' as const, trips: 2, total: cad(750) }],
};
const passkey = { id: '0198c0de-0000-7000-8000-000000000001', name: 'My phone', lastUsedAt: null } as const;

beforeEach(() => {
  signIn();
  server.answer('listCards', () => buildCardList([buildCard({ id: 1, name: 'Everyday card' })]));
  server.answer('getCard', () => buildCardOverview());
  server.answer('getSpend', () => ({ currencies: [] }));
  server.answer('listProducts', () => ({ items: [], nextCursor: null }));
  server.answer('listSessions', () => ({ items: [buildSession()] }));
  server.answer('getSecondFactors', () => buildSecondFactors());
});

const inAccount = '/account/edit';

/** Each list that a screen shows beside its main one: its place, how its call is answered, and a part of what it says. */
const lists: readonly (readonly [
  name: string,
  address: string,
  region: () => string,
  answer: (how: How) => void,
  words: string,
])[] = [
  [
    'sessions',
    inAccount,
    () => t('account.sessionsHeading'),
    (how) => server.answer('listSessions', how({ items: [buildSession()] })),
    'This device',
  ],
  [
    'passkeys',
    inAccount,
    () => t('account.factorsHeading'),
    (how) => {
      const passkeys = [{ ...passkey, createdAt: '2026-11-20T12:00:00Z' }];
      server.answer('getSecondFactors', how({ passkeys, mailCode: false }));
    },
    'My phone',
  ],
  [
    'favourites',
    '/card/products-history/1',
    () => t('favourites.title'),
    (how) => server.answer('listFavourites', how({ items: [buildFavourite({ name: 'To the office' })] })),
    'To the office',
  ],
  [
    'weekly spending',
    '/',
    () => t('home.spendHeading'),
    (how) => server.answer('getSpend', how({ currencies: [weekSpend] })),
    '$7.50',
  ],
  [
    'unpaid fares',
    '/card?id=1',
    () => t('debts.heading', { card: 'Everyday card' }),
    (how) => {
      server.answer('listCards', () => buildCardList([owing]));
      server.answer('getCard', () => buildCardOverview({ card: owing }));
      server.answer('listDebts', how({ items: [buildDebt()] }));
    },
    'What happened so far',
  ],
];

test.each(lists)(
  'the list of %s says that it loads, or that it failed and how to report it, and appears after a retry [HIST-12]',
  async (name, address, region, answer, words) => {
    // The heading above an unpaid fare does not say that its details are missing.
    const failed = t(name === 'unpaid fares' ? 'debts.loadFailed' : 'common.loadFailure');
    const { promise, resolve } = Promise.withResolvers<void>();
    answer(failing(promise));
    await openPortal(address);
    const list = page.getByRole('region', { name: region(), exact: true });

    await expect.element(list.getByText(t('common.loading')).first()).toBeInTheDocument();
    resolve();
    const failure = list.getByRole('alert');
    await expect.element(failure.getByText(failed)).toBeVisible();
    await expect.element(failure.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
    answer(given);
    await failure.getByRole('button', { name: t('common.retry') }).click();

    await expect.element(list.getByText(words).first()).toBeVisible();
    await expect.element(list.getByText(failed)).not.toBeInTheDocument();
  },
);

test.each([
  [inAccount, () => t('account.factorsHeading'), () => t('account.passkeysNone')],
  ['/', () => t('home.spendHeading'), () => t('home.spendEmpty')],
  ['/card/products-history/1', () => t('favourites.title'), () => t('favourites.none')],
  ['/card?id=1', () => t('cards.tripsHeading'), () => t('cards.tripsNone')],
  ['/card?id=1', () => t('cards.paymentsHeading'), () => t('cards.paymentsNone')],
  ['/card?id=1', () => t('cards.productsHeading'), () => t('cards.productsNone')],
] as const)('a list on %s that is empty says so [HIST-12]', async (address, region, words) => {
  await openPortal(address);

  await expect.element(page.getByRole('region', { name: region(), exact: true }).getByText(words())).toBeVisible();
});
