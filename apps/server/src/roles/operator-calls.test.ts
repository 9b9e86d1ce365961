import { apiScopes } from '@tapfolio/contracts/api-scopes.ts';
import { allCalls, nameOf, operatorCalls } from '@tapfolio/contracts/contract.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildApiKey } from '../../test/factories/api-keys.ts';
import { createLogger } from '../lib/logger.ts';
import { authRole } from './auth.ts';
import { portalRole } from './portal.ts';

const { app, context, pool, call, signIn } = await createTestApp([authRole, portalRole]);

const someId = '11111111-1111-4111-8111-111111111111';
const document = '/internal/api/v1/openapi.json';

/** A request that reaches the gate of the call. */
function requestOf({ method, path }: { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string }) {
  const url = path.replace(/:\w+/g, someId);
  return { method, url, ...(method === 'GET' ? {} : { payload: {} }) };
}

const codeOf = (response: Awaited<ReturnType<typeof app.inject>>) => [response.statusCode, response.json().error?.code];

describe('the calls below /internal/', () => {
  // Health is for supervisors and contains nothing about passengers; these roles do not serve it.
  const guarded = allCalls
    .filter(({ path, who }) => path.startsWith('/internal/') && who !== 'supervisor')
    .map((declared) => [nameOf(declared), declared] as const);

  it.each(guarded)('do nothing without a key: %s', async (_name, declared) => {
    const passenger = await signIn();

    for (const ask of [app.inject.bind(app), passenger.call]) {
      const response = await ask(requestOf(declared));
      expect([400, 401, 403]).toContain(response.statusCode);
    }
  });

  it.each(Object.entries(operatorCalls))('need a key that holds: %s', async (_name, declared) => {
    const past = new Date(Date.now() - 1000);
    const keys = [
      await buildApiKey(context, { expires_at: past }),
      await buildApiKey(context, { revoked_at: past }),
      { headers: { authorization: `Bearer tapfolio_${'a'.repeat(43)}` } },
      { headers: { authorization: 'Basic dXNlcjpwYXNz' } },
      { headers: {} },
    ];

    for (const { headers } of keys) {
      const response = await app.inject({ ...requestOf(declared), headers });
      expect(codeOf(response)).toEqual([401, 'unauthenticated']);
      expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  it.each(Object.entries(operatorCalls).filter(([, { scope }]) => scope !== 'any'))(
    'need a key with the right scope: %s',
    async (_name, declared) => {
      const scopes = apiScopes.filter((scope) => scope !== declared.scope);
      const { headers } = await buildApiKey(context, { scopes });

      const response = await app.inject({ ...requestOf(declared), headers });

      expect(codeOf(response)).toEqual([403, '0107']);
    },
  );

  it('accept no session as a key, and no key as a session', async () => {
    const passenger = await signIn();
    const { headers } = await buildApiKey(context);

    expect(codeOf(await passenger.call({ url: document }))).toEqual([401, 'unauthenticated']);
    expect(codeOf(await call({ url: '/public/api/v1/portal/cards', headers }))).toEqual([401, 'unauthenticated']);
  });

  it('are described to callers with a key, separately from those of passengers', async () => {
    const { headers } = await buildApiKey(context);

    const response = await app.inject({ url: document, headers });

    const described = response.json();
    expect(Object.keys(described.paths)).toContain(document);
    expect(Object.keys(described.paths).every((path) => path.startsWith('/internal/api/v1/'))).toBe(true);
    const ofPassengers = (await call({ url: '/public/api/v1/openapi.json' })).json();
    expect(Object.keys(ofPassengers.paths).filter((path) => path.startsWith('/internal/'))).toEqual([]);
  });

  it('store the hour of the last use of a key', async () => {
    const { keyId, headers } = await buildApiKey(context);

    await app.inject({ url: document, headers });

    const noted = `select from api_keys where key_id = $1 and last_used_at = date_trunc('hour', now(), 'UTC')`;
    await expect.poll(async () => (await pool.query(noted, [keyId])).rowCount, { timeout: 20_000 }).toBe(1);
  });
});

it('is in no log line, whatever the answer', async () => {
  const lines: string[] = [];
  const logger = createLogger({ production: true }, { write: (line) => void lines.push(line) });
  const logged = await createTestApp([portalRole], { logger });
  const good = await buildApiKey(logged.context, { scopes: ['refunds:read'] });
  const madeUp = { authorization: `Bearer tapfolio_${'marker'.repeat(7)}x` };
  const malformed = { authorization: 'Basic bWFya2VyOm1hcmtlcg==' };

  const statuses: number[] = [];
  for (const headers of [good.headers, madeUp, malformed]) {
    statuses.push((await logged.app.inject({ url: document, headers })).statusCode);
    const ask = { method: 'POST', url: '/internal/api/v1/refunds', headers, payload: {} } as const;
    statuses.push((await logged.app.inject(ask)).statusCode);
  }
  await logged.pool.query('alter table api_keys rename to lost_api_keys');
  statuses.push((await logged.app.inject({ url: document, headers: good.headers })).statusCode);

  expect(statuses).toEqual([200, 403, 401, 401, 401, 401, 500]);
  expect(lines.length).toBeGreaterThan(7);
  const key = good.headers.authorization.slice('Bearer tapfolio_'.length);
  for (const secret of [key, 'markermarker', 'bWFya2Vy']) expect(lines.join('\n')).not.toContain(secret);
});

describe('the rate of a key', async () => {
  const perMinute = 12;
  const requestRates = { sessionPerMinute: perMinute, apiKeyPerMinute: perMinute, addressPerMinute: perMinute };
  const limited = await createTestApp([portalRole], { config: { requestRates } });
  const ask = async (headers: Record<string, string>, remoteAddress: string) =>
    (await limited.app.inject({ url: document, headers, remoteAddress })).statusCode;

  // On a busy machine twelve calls take seconds, in which a caller would regain a place.
  beforeEach(() => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    return () => clock.mockRestore();
  });

  it('is separate for each key, from any address', async () => {
    const [key, other] = [await buildApiKey(limited.context), await buildApiKey(limited.context)].map(
      ({ headers }) => headers,
    );
    if (key === undefined || other === undefined) throw new Error('two keys were made');

    for (let time = 0; time < perMinute; time += 1) expect(await ask(key, `198.51.100.${time}`)).toBe(200);

    expect(await ask(key, '198.51.100.99')).toBe(429);
    expect(await ask(other, '198.51.100.99')).toBe(200);
  });

  it('counts calls whose body cannot be read, too', async () => {
    const { headers: key } = await buildApiKey(limited.context);
    const headers = { ...key, 'content-type': 'application/json', 'idempotency-key': 'a-key-of-one-call' };
    const send = async () =>
      (await limited.app.inject({ method: 'POST', url: '/internal/api/v1/refunds', headers, payload: '{' })).statusCode;
    expect(await ask(key, '198.51.100.98')).toBe(200);

    expect([await send(), await send(), await send()]).toEqual([400, 400, 429]);
  });

  it('is that of the address for made-up keys', async () => {
    const madeUp = (time: number) => ({ authorization: `Bearer tapfolio_${String(time).padStart(43, 'x')}` });

    for (let time = 0; time < perMinute; time += 1) expect(await ask(madeUp(time), '203.0.113.9')).toBe(401);

    expect(await ask(madeUp(perMinute), '203.0.113.9')).toBe(429);
  });
});
