import type { OperationName } from '@tapfolio/contracts/operations.ts';
import { operationPermissions } from '@tapfolio/contracts/permissions.ts';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { buildPayment } from '../../test/factories/payments.ts';
import { buildProduct } from '../../test/factories/products.ts';
import { buildTrip } from '../../test/factories/trips.ts';
import { operationNames, placeOf, requestOf } from '../../test/operation-requests.ts';
import { isOpenOperation, routeAccess } from '../plugins/route-access.ts';
import { authRole } from './auth.ts';
import { portalRole } from './portal.ts';

const { app, context, pool, call, signIn } = await createTestApp([authRole, portalRole]);

const closed = operationNames.filter((name) => !isOpenOperation(name));
const someId = '11111111-1111-4111-8111-111111111111';

/** Bodies that pass the contract, so that a refusal is about who is asking. */
const bodies: Partial<Record<OperationName, object>> = {
  setLanguage: { display_language: 'fr_CA' },
  editProfile: { first_name: 'A', last_name: 'B' },
  closeAccount: { reason: 'other', password: 'old' },
  changePassword: { old_password: 'old', new_password: 'a new and long one' },
  setMailCode: { mailCode: true },
  addPasskey: {
    name: 'Phone',
    response: {
      id: 'AA',
      rawId: 'AA',
      type: 'public-key',
      response: { clientDataJSON: 'AA', attestationObject: 'AA' },
      clientExtensionResults: {},
    },
  },
  confirmIdentity: { password: 'a password' },
  linkCard: { srid: 'AAAA111122223', amountMinor: 1, name: 'Blue' },
  renameCard: { name: 'Blue' },
};

interface Ids {
  card?: number;
  item?: string;
}

/** A request that passes the contract; every id in the path but the card's and the session's is `item`. */
function soundRequest(name: OperationName, { card = 1, item = someId }: Ids = {}) {
  const ids = Object.fromEntries(Array.from(placeOf(name).path.matchAll(/:(\w+)/g), ([, id]) => [id, item]));
  const params = { ...ids, cardId: card, sessionId: '0123456789abcdef' };
  const { method, url } = requestOf(name, { params });
  const payload = bodies[name];
  return { method, url, ...(payload && { payload }) };
}

describe('the operations of the contracts', () => {
  it('are all registered, each at its method and path', () => {
    const missing = operationNames.filter((name) => {
      const { method, path } = placeOf(name);
      return !app.hasRoute({ method, url: path });
    });

    expect(missing).toEqual([]);
  });

  it.each(closed)('asks for a session: %s', async (name) => {
    const response = await call(soundRequest(name));

    expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthenticated']);
  });

  it.each([
    ['is no operation', { operationId: 'makeCoffee' }, '/public/api/v1/portal/coffee'],
    ['is at another path', { operationId: 'listCards' }, '/public/api/v1/portal/all-cards'],
    ['has no name', {}, '/public/api/v1/portal/cards'],
  ])('refuse at start a route that %s', async (_, schema, url) => {
    const strict = Fastify({ exposeHeadRoutes: false });
    await strict.register(routeAccess);

    expect(() => strict.get(url, { schema }, () => null)).toThrow(/operation|listCards is/);
  });

  it('refuse to run a route that somebody forgot to put behind a gate', async () => {
    const careless = Fastify({ exposeHeadRoutes: false });
    careless.decorateRequest('passenger', null);
    await careless.register(routeAccess);
    careless.get('/public/api/v1/portal/cards', { schema: { operationId: 'listCards' } }, () => ({ items: [] }));

    const response = await careless.inject('/public/api/v1/portal/cards');

    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('items');
  });
});

describe('the permission map', async () => {
  const passenger = await signIn();
  const { card_id: card } = await buildCard(pool, { passenger_id: passenger.passengerId, card_id: 1 });
  const guarded = Object.entries(operationPermissions).flatMap(([name, entries]) =>
    // Entries lose the literal keys.
    entries === 'session' ? [] : [[name as OperationName, entries] as const],
  );
  afterEach(() => {
    context.config.withheldPermissions = [];
  });

  it('covers every call that needs a session, but the one that tells it [ACC-05]', () => {
    expect(guarded.map(([name]) => name).toSorted()).toEqual(
      closed.filter((name) => name !== 'getSettings').toSorted(),
    );
  });

  it.each(guarded)('is needed for %s [ACC-05]', async (name, entries) => {
    context.config.withheldPermissions = [...entries];

    const response = await passenger.call(soundRequest(name, { card }));

    expect([response.statusCode, response.json().error.code]).toEqual([403, '0107']);
  });

  it('needs to list only one of the entries that a call is part of [ACC-05]', async () => {
    context.config.withheldPermissions = ['passenger-area', 'card'];

    const response = await passenger.call(soundRequest('listCards'));

    expect(response.statusCode).toBe(200);
  });

  it('shows the page what is withheld [ACC-05]', async () => {
    context.config.withheldPermissions = ['card.unlink'];

    const response = await passenger.call(soundRequest('getSettings'));

    expect(response.json().user.permissions.cards).toEqual(['card', 'card.rename', 'card-add', 'card-add.link']);
  });

  it.each(['editProfile', 'changePassword'] as const)(
    'does not cover %s for people of an identity provider [ACC-05, SES-16]',
    async (name) => {
      const shadow = await signIn();
      await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [shadow.passengerId]);

      const response = await shadow.call(soundRequest(name));

      expect([response.statusCode, response.json().error.code]).toEqual([403, '0107']);
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
  const items: Partial<Record<OperationName, string>> = {
    getTrip: trip.trip_id,
    getPayment: payment.payment_id,
    downloadReceipt: payment.payment_id,
    getProduct: product.product_id,
  };

  it.each(operationNames.filter((name) => placeOf(name).path.includes(':cardId')))(
    '[CARD-14] open no card of theirs: %s',
    async (name) => {
      const ids = { card: foreign.card_id, ...(items[name] && { item: items[name] }) };

      const response = await stranger.call(soundRequest(name, ids));

      expect([response.statusCode, response.json().error.code]).toEqual([404, 'card_not_found']);
    },
  );

  it.each(Object.entries(items))(
    '[CARD-14] open nothing of theirs below a card of one’s own: %s',
    async (name, item) => {
      // Entries lose the literal keys.
      const response = await stranger.call(soundRequest(name as OperationName, { card: own.card_id, item }));

      expect(response.statusCode).toBe(404);
      const { rows } = await pool.query('select name from cards where medium_id = $1', [foreign.medium_id]);
      expect(rows).toEqual([{ name: foreign.name }]);
    },
  );

  it('[CARD-14] still serve their owner', async () => {
    const served = await Promise.all(
      Object.entries(items).map(([name, item]) =>
        owner.call(soundRequest(name as OperationName, { card: foreign.card_id, item })),
      ),
    );

    expect(served.map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
  });
});
