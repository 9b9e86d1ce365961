import { afterEach, expect, test, vi } from 'vitest';
import { loadInTime, screenTimeoutMs } from './load-in-time.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('gives up on a screen after 120 seconds [NAV-09]', async () => {
  vi.useFakeTimers();
  const screen = loadInTime(() => new Promise<never>(() => {}));
  const outcome = expect(screen).rejects.toThrow('in time');

  await vi.advanceTimersByTimeAsync(screenTimeoutMs);

  await outcome;
  expect(screenTimeoutMs).toBe(120_000);
});

test('returns what arrives, or its failure', async () => {
  await expect(loadInTime(() => Promise.resolve('screen'))).resolves.toBe('screen');
  await expect(loadInTime(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

test('no act waits for its script without a limit', () => {
  const sources = import.meta.glob<string>(['../{features,passenger,ui}/**/*.{ts,tsx}', '../app/frame/*.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const names = Object.keys(sources).filter((name) => !name.includes('.test.'));

  const unlimited = names.filter((name) => /= await import\(/.test(sources[name] ?? ''));

  expect(names.length).toBeGreaterThan(100);
  expect(unlimited).toEqual([]);
});
