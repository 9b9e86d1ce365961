import { Writable } from 'node:stream';
import { contract } from '@tapfolio/contracts/contract.ts';
import type { Call } from '@tapfolio/contracts/define-call.ts';
import { minuteMs } from '@tapfolio/domain/durations.ts';
import type { LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type SignedIn, testConfig } from '../../test/build-app.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { insertRow } from '../../test/factories/insert-row.ts';
import { newToken, sha256 } from '../lib/hashing.ts';
import { createLogger } from '../lib/logger.ts';
import { authRole } from '../roles/auth.ts';
import { portalRole } from '../roles/portal.ts';

const perMinute = 20;
const { app, pool, call, signIn } = await createTestApp([authRole, portalRole], {
  config: { requestRates: { sessionPerMinute: perMinute, apiKeyPerMinute: perMinute, addressPerMinute: perMinute } },
});

// On a busy machine twenty calls take seconds, in which a caller would regain a place.
beforeEach(() => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  return () => clock.mockRestore();
});

let lastAddress = 0;

/** A new address for each test. */
function newAddress(): string {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
}

async function passengerWithCard(): Promise<{ passenger: SignedIn; remoteAddress: string; trips: string }> {
  const passenger = await signIn();
  const card = await buildCard(pool, { passenger_id: passenger.passengerId });
  return { passenger, remoteAddress: newAddress(), trips: `/public/api/v1/portal/cards/${card.card_id}/trips` };
}

/** The cookie of a new session of this passenger. */
async function openSession(db: Pool, passengerId: string): Promise<{ cookie: string }> {
  const token = newToken();
  const session = { token_hash: sha256(token), passenger_id: passengerId, idle_seconds: 900 };
  await insertRow(db, 'sessions', { ...session, expires_at: new Date(Date.now() + 3_600_000) });
  return { cookie: `__Host-session=${token}` };
}

/** How often each status came, of this number of calls one after the other. */
async function statuses(times: number, ask: () => Promise<LightMyRequestResponse>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let time = 0; time < times; time += 1) {
    const { statusCode } = await ask();
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
}

describe('the rate of calls', () => {
  it('lets a session read the calls of a minute at once, then says when to come back', async () => {
    const { passenger, remoteAddress, trips } = await passengerWithCard();

    expect(await statuses(perMinute, () => passenger.call({ url: trips, remoteAddress }))).toEqual({ 200: perMinute });

    const refused = await passenger.call({ url: trips, remoteAddress });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ error: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60 / perMinute);
  });

  it('lets a passenger change in a day what people change, and read on when that is used up', async () => {
    const { passenger, trips } = await passengerWithCard();
    const url = '/public/api/v1/auth/user/profile';
    const change = async () => {
      // As slowly as the rate of a minute demands.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + minuteMs / 4);
      return await passenger.call({ method: 'PATCH', url, payload: { first_name: 'Ann', last_name: '' } });
    };

    expect(await statuses(4 * perMinute, change)).toEqual({ 204: 4 * perMinute });
    // A place comes back in a few minutes.
    expect(await statuses(12, change)).toMatchObject({ 429: expect.any(Number) });
    expect((await passenger.call({ url: trips })).statusCode).toBe(200);
  });

  it('counts lists, details and all other calls of a session together, from any address', async () => {
    const { passenger, trips } = await passengerWithCard();
    const urls = [trips, `${trips}/11111111-1111-4111-8111-111111111111`, '/public/api/v1/auth/user/sessions'];
    for (const url of urls) await statuses(6, () => passenger.call({ url, remoteAddress: newAddress() }));

    const results = await statuses(4, () => passenger.call({ url: trips, remoteAddress: newAddress() }));

    expect(results).toEqual({ 200: 2, 429: 2 });
  });

  it('does not affect other sessions at the same address', async () => {
    const { passenger, remoteAddress, trips } = await passengerWithCard();
    const other = await passengerWithCard();
    await statuses(perMinute + 5, () => passenger.call({ url: trips, remoteAddress }));

    expect((await other.passenger.call({ url: other.trips, remoteAddress })).statusCode).toBe(200);
  });

  it('counts a page of a thousand rows ten times, and a receipt too', async () => {
    const { passenger, remoteAddress, trips } = await passengerWithCard();
    const receipt = trips.replace('trips', 'payments/11111111-1111-4111-8111-111111111111/receipt');

    const answers = [
      await passenger.call({ url: `${trips}?limit=1000`, remoteAddress }),
      await passenger.call({ url: receipt, remoteAddress }),
      await passenger.call({ url: trips, remoteAddress }),
    ];

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 429]);
  });

  it('counts a call that may write five times', async () => {
    const { passenger, remoteAddress, trips } = await passengerWithCard();
    const url = trips.replace('/trips', '');
    const rename = () => passenger.call({ method: 'PATCH', url, payload: { name: 'Blue card' }, remoteAddress });

    expect(await statuses(5, rename)).toEqual({ 204: perMinute / 5, 429: 1 });
  });

  it('counts calls of a session whose shape or body is refused, too', async () => {
    const { passenger, remoteAddress, trips } = await passengerWithCard();
    const url = trips.replace('/trips', '');
    const misspell = () => passenger.call({ url: `${trips}?limit=many`, remoteAddress });
    const rename = (payload: string) => () =>
      passenger.call({ method: 'PATCH', url, payload, headers: { 'content-type': 'application/json' }, remoteAddress });
    // From now on the session has places of its own.
    await passenger.call({ url: trips, remoteAddress });

    expect(await statuses(4, misspell)).toEqual({ 400: 4 });
    expect(await statuses(2, rename('{"name":5}'))).toEqual({ 400: 2 });
    expect(await statuses(3, rename(`{"name":"${'x'.repeat(60_000)}`))).toEqual({ 400: 1, 429: 2 });
    expect(await statuses(2, misspell)).toEqual({ 429: 2 });
  });

  it('counts all sessions of a passenger together, too: one that signs in again and again has five times the rate of a session', async () => {
    const { passenger, trips } = await passengerWithCard();
    const sessions = await Promise.all(Array.from({ length: 6 }, () => openSession(pool, passenger.passengerId)));

    const counts: Record<number, number>[] = [];
    for (const headers of sessions)
      counts.push(await statuses(perMinute, () => call({ url: trips, headers, remoteAddress: newAddress() })));

    expect(counts).toEqual([...Array.from({ length: 5 }, () => ({ 200: perMinute })), { 429: perMinute }]);
  });

  it('refuses made-up sessions by their address, without looking them up any more', async () => {
    const { passenger, trips } = await passengerWithCard();
    const remoteAddress = newAddress();
    const asStranger = () => call({ url: trips, remoteAddress, headers: { cookie: `__Host-session=${newToken()}` } });

    expect(await statuses(perMinute + 3, asStranger)).toEqual({ 401: perMinute, 429: 3 });
    expect((await passenger.call({ url: trips, remoteAddress })).statusCode).toBe(429);
    expect((await passenger.call({ url: trips, remoteAddress: newAddress() })).statusCode).toBe(200);
    expect((await passenger.call({ url: trips, remoteAddress })).statusCode).toBe(200);
  });

  it('counts calls without a session by their address, also those whose body is refused', async () => {
    const { passenger, trips } = await passengerWithCard();
    const [nobody, stranger, owner] = [newAddress(), newAddress(), newAddress()];
    const post = { method: 'POST', url: '/public/api/v1/portal/cards', payload: { what: 'x'.repeat(60_000) } } as const;
    const headers = { cookie: `__Host-session=${newToken()}` };

    const asNobody = () => call({ url: trips, remoteAddress: nobody });
    expect(await statuses(perMinute + 3, asNobody)).toEqual({ 401: perMinute, 429: 3 });
    const asStranger = () => call({ ...post, remoteAddress: stranger, headers });
    expect(await statuses(perMinute + 3, asStranger)).toEqual({ 400: perMinute, 429: 3 });
    // A signed-in caller takes no place of the address.
    const asOwner = () => passenger.call({ url: trips, remoteAddress: owner });
    expect(await statuses(3, asOwner)).toEqual({ 200: 3 });
    expect(await statuses(perMinute, () => call({ url: trips, remoteAddress: owner }))).toEqual({
      401: perMinute - 1,
      429: 1,
    });
  });

  it('lets all addresses of an IPv6 network together make ten times as many open calls', async () => {
    const askFrom = (remoteAddress: string) => call({ url: '/public/api/v1/portal/config', remoteAddress });
    let number = 0;
    const fromNextAddress = () => {
      number += 1;
      return askFrom(`2001:db8:5:${number.toString(16)}::1`);
    };

    expect(await statuses(10 * perMinute + 3, fromNextAddress)).toEqual({ 200: 10 * perMinute, 429: 3 });
    expect((await askFrom('2001:db8:6::1')).statusCode).toBe(200);
  });

  it.each(Object.entries<Call>(contract).filter(([, { who }]) => who === 'anyone'))(
    'limits the open call %s by address',
    async (_name, { method, path: url }) => {
      const remoteAddress = newAddress();
      await statuses(perMinute, () => call({ url: '/public/api/v1/portal/config', remoteAddress }));

      const body = method === 'POST' ? { payload: {} } : {};
      const refused = await call({ method, url, remoteAddress, ...body });

      expect(refused.json()).toMatchObject({ error: { code: 'too_many_requests' } });
      expect(refused.headers['retry-after']).toBeDefined();
    },
  );

  it('limits the way to the identity provider and back too: the browser is sent to the error page', async () => {
    const remoteAddress = newAddress();
    await statuses(perMinute, () => call({ url: '/public/api/v1/portal/config', remoteAddress }));

    for (const url of ['/public/api/v1/auth/sso/start', '/public/api/v1/auth/sso/callback']) {
      const { statusCode, headers } = await app.inject({ url, remoteAddress });
      expect([statusCode, headers.location]).toEqual([302, expect.stringMatching(/^\/error\?code=too_many_requests&/)]);
    }
  });
});

describe('a proxy that sends names instead of addresses of callers', () => {
  it('is reported once, and its callers share one rate', async () => {
    const lines: { level: number; msg: string }[] = [];
    const sink = new Writable({
      write(line, _, done) {
        lines.push(JSON.parse(String(line)));
        done();
      },
    });
    const behind = await createTestApp([authRole, portalRole], {
      config: {
        http: { ...testConfig().http, trustedProxies: ['127.0.0.1'] },
        requestRates: { sessionPerMinute: perMinute, apiKeyPerMinute: perMinute, addressPerMinute: perMinute },
      },
      logger: createLogger(testConfig(), sink),
    });
    const url = '/public/api/v1/portal/config';
    const ask = (caller: string) => behind.call({ url, headers: { 'x-forwarded-for': caller } });

    await ask('192.0.2.7');
    const warnings = () => lines.filter(({ level, msg }) => level === 40 && msg.includes('what is no address'));
    expect(warnings()).toEqual([]);
    let number = 0;
    const asStranger = async () => {
      number += 1;
      return await ask(`_hidden-${number}`);
    };

    expect(await statuses(perMinute + 3, asStranger)).toEqual({ 200: perMinute, 429: 3 });
    expect(warnings()).toHaveLength(1);
  });
});
