import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

it('loads what only some calls need when they need it: idle processes have no memory to spare', async () => {
  const program = fileURLToPath(new URL('../test/loaded-packages.ts', import.meta.url));

  const { stdout } = await promisify(execFile)(process.execPath, [program]);

  const loaded: string[] = JSON.parse(stdout);
  expect(loaded).toContain('fastify');
  for (const rare of ['@fastify/swagger', 'yaml', 'ajv', '@zxcvbn-ts/language-common', 'fontkit', 'graphile-worker'])
    expect(loaded).not.toContain(rare);
});
