import { type CallName, contract } from '@tapfolio/contracts/contract.ts';
import type { PublishedCall } from '@tapfolio/contracts/define-call.ts';
import { type PermissionEntry, passengerPermissions, permissionEntries } from '@tapfolio/contracts/permissions.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { callNames, requestOf, soundBody, soundQuery } from '../../test/call-requests.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { buildPayment } from '../../test/factories/payments.ts';
import { buildProduct } from '../../test/factories/products.ts';
import { buildTrip } from '../../test/factories/trips.ts';
import { authRole } from './auth.ts';
import { portalRole } from './portal.ts';

const { context, pool, call, signIn } = await createTestApp([authRole, portalRole]);

const closed = callNames.filter((name) => contract[name].who !== 'anyone');
const someId = '11111111-1111-4111-8111-111111111111';

interface Ids {
  card?: number;
  item?: string;
}

/** A request that fits the contract; each id in the path but the card's and the session's is `item`. */
function soundRequest(name: CallName, { card = 1, item = someId }: Ids = {}) {
  const ids = Object.fromEntries(Array.from(contract[name].path.matchAll(/:(\w+)/g), ([, id]) => [id, item]));
  const params = { ...ids, cardId: card, sessionId: '0123456789abcdef' };
  const { method, url, headers } = requestOf(name, { params, query: soundQuery(name) ?? {} });
  const payload = soundBody(name);
  return { method, url, headers, ...(payload && { payload }) };
}

describe('the calls of the contracts', () => {
  it.each(closed)('needs a session: %s', async (name) => {
    const response = await call(soundRequest(name));

    expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthenticated']);
  });
});

describe('the permission map', async () => {
  const passenger = await signIn();
  const { card_id: card } = await buildCard(pool, { passenger_id: passenger.passengerId, card_id: 1 });
  const guarded = Object.entries<PublishedCall>(contract).flatMap(
    ([name, { permission }]): [CallName, readonly PermissionEntry[]][] =>
      // Entries lose the literal keys.
      permission === undefined || 'noneBecause' in permission ? [] : [[name as CallName, permission]],
  );
  afterEach(() => {
    context.config.withheldPermissions = [];
  });

  it('covers every call that needs a session, except those whose contract says why not [ACC-05]', async () => {
    context.config.withheldPermissions = [...permissionEntries];
    const free = closed.filter((name) => guarded.every(([covered]) => covered !== name));

    for (const name of free) {
      expect(contract[name], name).toHaveProperty('permission.noneBecause', expect.stringMatching(/\w \w.*\.$/));
      expect((await passenger.call(soundRequest(name, { card }))).statusCode, name).not.toBe(403);
    }
    expect(free).toContain('getSettings');
  });

  it.each(guarded)('is needed for %s [ACC-05]', async (name, entries) => {
    context.config.withheldPermissions = [...entries];

    const response = await passenger.call(soundRequest(name, { card }));

    expect([response.statusCode, response.json().error.code]).toEqual([403, '0107']);
  });

  it('allows a call if one of the entries that it belongs to is listed [ACC-05]', async () => {
    context.config.withheldPermissions = ['passenger-area', 'card'];

    const response = await passenger.call(soundRequest('listCards'));

    expect(response.statusCode).toBe(200);
  });

  it.each([
    ['card-add', ['linkCard', 'claimCard']],
    ['card-add.link', ['claimCard']],
    ['card', ['renameCard', 'unlinkCard']],
    ['card-favourites-table', ['addFavourite', 'renameFavourite', 'removeFavourite']],
    ['account-edit', ['editProfile', 'changePassword', 'setMailCode', 'endSession', 'exportData', 'closeAccount']],
  ] as const)('without %s, on whose screen alone they are offered, refuses %s, too', async (withheld, names) => {
    context.config.withheldPermissions = [withheld];

    const answers = await Promise.all(names.map((name) => passenger.call(soundRequest(name))));

    expect(answers.map((answer) => answer.json().error.code)).toEqual(names.map(() => '0107'));
  });

  it('tells the page which entries are withheld [ACC-05]', async () => {
    context.config.withheldPermissions = ['card.unlink'];

    const response = await passenger.call(soundRequest('getSettings'));

    const { cards } = passengerPermissions;
    expect(cards).toContain('card.unlink');
    expect(response.json().user.permissions.cards).toEqual(cards.filter((entry) => entry !== 'card.unlink'));
  });

  it.each(['editProfile', 'changePassword'] as const)(
    'does not cover %s for passengers of an identity provider, and tells the page so [SES-16]',
    async (name) => {
      const shadow = await signIn();
      await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [shadow.passengerId]);

      const response = await shadow.call(soundRequest(name));
      const { user } = (await shadow.call(soundRequest('getSettings'))).json();

      expect([response.statusCode, response.json().error.code]).toEqual([403, '0107']);
      expect(Object.values(user.permissions).flat()).not.toEqual(
        expect.arrayContaining([...contract[name].permission]),
      );
    },
  );
});

describe("another passenger's ids", async () => {
  const owner = await signIn();
  const stranger = await signIn();
  const foreign = await buildCard(pool, { passenger_id: owner.passengerId, card_id: 7 });
  const own = await buildCard(pool, { passenger_id: stranger.passengerId, card_id: 1 });
  const at = { medium_id: foreign.medium_id, started_at: '2026-03-01T08:00:00Z' };
  const trip = await buildTrip(pool, at);
  const payment = await buildPayment(pool, { medium_id: foreign.medium_id, opened_at: at.started_at });
  const product = await buildProduct(pool, { medium_id: foreign.medium_id, valid_from: at.started_at });
  const items: Partial<Record<CallName, string>> = {
    getTrip: trip.trip_id,
    askAboutTrip: trip.trip_id,
    askAboutPayment: payment.payment_id,
    getPayment: payment.payment_id,
    downloadReceipt: payment.payment_id,
    getProduct: product.product_id,
  };

  it.each(callNames.filter((name) => contract[name].path.includes(':cardId')))(
    '[CARD-14] open no card of theirs: %s',
    async (name) => {
      const ids = { card: foreign.card_id, ...(items[name] && { item: items[name] }) };

      const response = await stranger.call(soundRequest(name, ids));

      expect([response.statusCode, response.json().error.code]).toEqual([404, 'TM0108']);
    },
  );

  it.each(Object.entries(items))(
    '[CARD-14] open nothing of theirs below a card of one’s own: %s',
    async (name, item) => {
      // Entries lose the literal keys.
      const response = await stranger.call(soundRequest(name as CallName, { card: own.card_id, item }));

      expect(response.statusCode).toBe(404);
      const { rows } = await pool.query('select name from cards where medium_id = $1', [foreign.medium_id]);
      expect(rows).toEqual([{ name: foreign.name }]);
    },
  );

  it('[CARD-14] are tried for every call below a card, here or in the test of its noun', () => {
    const below = callNames.filter((name) => /:cardId\/.*:/.test(contract[name].path));

    // `debts.routes.test.ts` has a bank; without one no fare is collected.
    const tried = ['collectDebt', ...Object.keys(items)];
    expect({ 'add a row of another passenger to `items` for': below.filter((name) => !tried.includes(name)) }).toEqual({
      'add a row of another passenger to `items` for': [],
    });
  });

  it('[CARD-14] still work for their owner', async () => {
    const served = await Promise.all(
      Object.entries(items).map(([name, item]) =>
        owner.call(soundRequest(name as CallName, { card: foreign.card_id, item })),
      ),
    );

    expect(served.map((response) => response.statusCode)).toEqual([200, 201, 201, 200, 200, 200]);
  });
});
