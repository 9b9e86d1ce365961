import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '../test/build-app.ts';
import { buildApp, type HttpRole } from './app.ts';

it('waits minutes for a role that is slow to start, as when it renders its pages on a slow machine', async () => {
  const { context } = await createTestApp([]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow: HttpRole = async () => await new Promise((resolve) => setTimeout(resolve, 120_000));

  const built = buildApp(context, [slow]).then(
    async (app) => await app.close().then(() => 'ready'),
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(120_000);

  expect(await built).toBe('ready');
});
