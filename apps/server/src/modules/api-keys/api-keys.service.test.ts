import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { readApiKey } from '../../gate/api-key.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { createApiKey, listApiKeys, type NewApiKey, revokeApiKey } from './api-keys.service.ts';

const { app, context, pool } = await createTestApp([portalRole]);
const { pool: ownPool } = contextOf(context, 'auth');

const make = (overrides: Partial<NewApiKey> = {}) =>
  createApiKey(
    { pool: ownPool, key: context.keys.apiKeys, traceId: randomUUID() },
    { name: 'back-office', operatorCode: null, scopes: ['refunds:read'], days: 30, ...overrides },
  );

async function statusWith(key: string, scheme = 'Bearer'): Promise<number> {
  const headers = { authorization: `${scheme} ${key}` };
  return (await app.inject({ url: '/internal/api/v1/openapi.json', headers })).statusCode;
}

it('makes a key that opens calls, is shown once and is listed without its secret', async () => {
  const made = await make({ name: 'first' });
  if (made === undefined) throw new Error('no key was made');

  expect(readApiKey(`Bearer ${made.key}`)).toBe(made.key);
  expect(await statusWith(made.key)).toBe(200);
  expect(JSON.stringify(await listApiKeys(ownPool))).not.toContain(made.key.slice(-20));
  const { rows } = await pool.query(`select * from audit_events where kind = 'api_key_made'`);
  expect(rows).toMatchObject([{ passenger_id: null, detail: { keyId: made.keyId, name: 'first', operator: 'all' } }]);
  expect(JSON.stringify(rows)).not.toContain(made.key.slice(-20));
});

it('accepts a key with any case of its scheme, and after any number of blanks', async () => {
  const made = await make({ name: 'spelled' });

  for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) expect(await statusWith(made?.key ?? '', scheme)).toBe(200);
});

it('writes instants in ISO 8601', async () => {
  const made = await make({ name: 'dated' });

  const listed = (await listApiKeys(ownPool)).filter((key) => 'name' in key && key.name === 'dated');

  expect(made?.expiresAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(listed).toMatchObject([
    { createdAt: expect.stringMatching(/T.*Z$/), expiresAt: made?.expiresAt, revokedAt: null },
  ]);
});

interface Use {
  /** Negative if it has ended. */
  endsInDays: number;
  unusedDays?: number;
  hasNext?: boolean;
  isRevoked?: boolean;
}

it.each<[string, Use, boolean]>([
  ['ends in three weeks', { endsInDays: 21 }, true],
  ['ended a week ago', { endsInDays: -7 }, true],
  ['ends in two months', { endsInDays: 60 }, false],
  ['ended two months ago', { endsInDays: -60 }, false],
  ['ends in three weeks, and no system uses it', { endsInDays: 21, unusedDays: 40 }, false],
  ['ends in three weeks, and another one of its name lasts longer', { endsInDays: 21, hasNext: true }, false],
  ['was revoked', { endsInDays: 21, isRevoked: true }, false],
])(
  'a key that %s: whether a new one is missing',
  async (what, { endsInDays, unusedDays = 0, hasNext, isRevoked }, isMissing) => {
    const name = what.replaceAll(/\W/g, '-').slice(0, 60);
    const made = await make({ name });
    if (hasNext) await make({ name, days: 365 });
    if (isRevoked) await revokeApiKey(ownPool, made?.keyId ?? '', randomUUID());
    await pool.query(
      `update api_keys
    set expires_at = now() + make_interval(days => $2), last_used_at = now() - make_interval(days => greatest($3, -$2))
    where key_id = $1`,
      [made?.keyId, endsInDays, unusedDays],
    );

    const key = (await listApiKeys(ownPool)).find(({ keyId }) => keyId === made?.keyId);

    expect(key?.needsNewKey).toBe(isMissing);
  },
);

it('allows two keys with one name, although many are requested in parallel', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => make({ name: 'rotating' })));

  const keys = made.filter((one) => one !== undefined);
  expect(keys).toHaveLength(2);
  expect(await Promise.all(keys.map(({ key }) => statusWith(key)))).toEqual([200, 200]);
});

it('replaces a key in use: make a new one, use it, end the old one', async () => {
  const old = await make({ name: 'replaced' });
  const next = await make({ name: 'replaced' });
  if (old === undefined || next === undefined) throw new Error('two keys were made');

  expect(await revokeApiKey(ownPool, old.keyId, randomUUID())).toBe(true);

  expect([await statusWith(old.key), await statusWith(next.key)]).toEqual([401, 200]);
  expect(await revokeApiKey(ownPool, old.keyId, randomUUID())).toBe(false);
  expect(await make({ name: 'replaced' })).toBeDefined();
});

it('makes no key for another operator under a name in use, since a repeated refund would be another caller’s, also in parallel', async () => {
  const first = await make({ name: 'bound', operatorCode: '1' });
  const codes = [null, '2', ...Array.from({ length: 8 }, (_, index) => `${index + 3}`)];

  expect(await make({ name: 'bound' })).toBeUndefined();
  expect(await make({ name: 'bound', operatorCode: '2' })).toBeUndefined();
  const together = await Promise.all(codes.map((operatorCode) => make({ name: 'contested', operatorCode })));
  expect(together.filter((one) => one !== undefined)).toHaveLength(1);
  await revokeApiKey(ownPool, first?.keyId ?? '', randomUUID());
  expect(await make({ name: 'bound', operatorCode: '2' })).toBeDefined();
});

it('does not count a key that has expired', async () => {
  await make({ name: 'old' });
  await make({ name: 'old' });
  await pool.query(`update api_keys set expires_at = now() - interval '1 second' where name = 'old' and place = 2`);

  expect(await make({ name: 'old' })).toBeDefined();
});
