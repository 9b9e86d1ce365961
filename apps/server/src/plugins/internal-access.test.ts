import { afterEach, expect, it, vi } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildApp, type HttpRole } from '../app.ts';

const { context } = await createTestApp([]);

afterEach(() => {
  vi.useRealTimers();
});

it('does not start with an internal call that declares no guard', async () => {
  const unguarded: HttpRole = async (app) => {
    app.post('/internal/api/v1/anything', () => 'done');
  };

  await expect(buildApp(context, [unguarded])).rejects.toThrow('POST /internal/api/v1/anything declares no guard');
});

it('counts the calls of an address, for each internal call by itself', async () => {
  const config = (perMinute: number) => ({ internal: { guard: 'says-nothing-of-anybody', perMinute } }) as const;
  const app = await buildApp(context, [
    async (role) => {
      role.get('/internal/seldom', { config: config(2) }, () => 'done');
      role.get('/internal/often', { config: config(600) }, () => 'done');
    },
  ]);
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;

  const seldom = [
    await statusOf('/internal/seldom'),
    await statusOf('/internal/seldom'),
    await statusOf('/internal/seldom'),
  ];

  expect([seldom, await statusOf('/internal/often')]).toEqual([[200, 200, 429], 200]);
  await app.close();
});

it('waits for a role that takes its time on a slow machine', async () => {
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
