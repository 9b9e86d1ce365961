import { listCards } from '@tapfolio/contracts/cards.ts';
import { type Call, defineCall } from '@tapfolio/contracts/define-call.ts';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { isAlive, isReady } from '@tapfolio/contracts/health.ts';
import { getPortalConfig } from '@tapfolio/contracts/portal-config.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildApp, type HttpRole } from '../app.ts';
import { handle } from '../gate/handle.ts';
import { refuseForgottenKeys, refuseUnserved } from './route-access.ts';

const { context } = await createTestApp([]);

afterEach(() => {
  vi.useRealTimers();
});

const unlisted = defineCall({
  method: 'GET',
  path: '/internal/api/v1/anything',
  who: 'supervisor',
  rate: { perMinute: 1 },
  answers: {},
});

const refund = { method: 'POST', path: '/internal/api/v1/refunds', idempotency: 'key' } as const;
const remembered = defineCall({ ...refund, who: 'provider', rate: { perMinute: 1 }, answers: {} });

const routes: [what: string, url: string, call: Call<ErrorCode> | undefined, complaint: RegExp][] = [
  ['is no call', '/public/api/v1/portal/coffee', undefined, /GET \/public\/api\/v1\/portal\/coffee is no call/],
  ['is no internal call', '/internal/api/v1/coffee', undefined, /GET \/internal\/api\/v1\/coffee is no call/],
  ['is at another path than its call', '/public/api/v1/portal/all-cards', listCards, /listCards is not at GET/],
  [
    'has a call that is not listed',
    unlisted.path,
    unlisted,
    /its file is missing in auth-calls.ts, portal-calls.ts or contract.ts/,
  ],
];

it.each(routes)('refuses at start a route that %s', async (_, url, call, complaint) => {
  const careless: HttpRole = async (app) => {
    app.get(url, { ...(call && { config: { call } }) }, () => 'done');
  };

  await expect(buildApp(context, [careless])).rejects.toThrow(complaint);
});

it('refuses at start a call without a route', async () => {
  const forgetful: HttpRole = async (app) => {
    handle(app, getPortalConfig, () => Promise.reject(new Error('never called')));
    refuseUnserved(app, { getPortalConfig, listCards });
  };

  await expect(buildApp(context, [forgetful])).rejects.toThrow('calls without a route: listCards');
});

it('refuses at start a call that needs a key if keys are not stored', () => {
  expect(() => refuseForgottenKeys(remembered, () => false)).toThrow('needs the plugin idempotency-keys');
});

it('refuses to run a call whose route has no gate', async () => {
  const careless: HttpRole = async (app) => {
    app.get(listCards.path, { config: { call: listCards } }, () => ({ items: [] }));
  };
  const app = await buildApp(context, [careless]);

  const response = await app.inject(listCards.path);

  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('items');
  await app.close();
});

it('counts the calls of an address separately for each internal call', async () => {
  const app = await buildApp(context, [
    async (role) => {
      handle(role, isAlive, () => ({ status: 'alive' as const }));
      handle(role, isReady, () => ({ status: 'ready' as const, checks: {} }));
    },
  ]);
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  const asked = new Set<number>();
  // Some calls more than the rate, because places come back during the test.
  for (let time = 0; time < isAlive.rate.perMinute + 100; time += 1) asked.add(await statusOf(isAlive.path));

  expect([[...asked], await statusOf(isReady.path)]).toEqual([[200, 429], 200]);
  await app.close();
});

it('waits for a role that is slow to start on a slow machine', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const rendered = Promise.withResolvers<void>();
  const slow: HttpRole = async (app) => {
    await rendered.promise;
    app.get('/page', () => 'done');
  };

  const building = buildApp(context, [slow]);
  await vi.advanceTimersByTimeAsync(60_000);
  rendered.resolve();

  await expect(building).resolves.toBeDefined();
});
