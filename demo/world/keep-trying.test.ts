import { expect, test } from 'vitest';
import { keepTrying } from './keep-trying.ts';

test('tries again what fails for a while, such as an import while the disk is full', async () => {
  const failures: unknown[] = [];
  let tries = 0;
  const work = async (): Promise<void> => {
    tries += 1;
    if (tries < 3) throw new Error('no space left');
  };

  await keepTrying(work, {
    signal: new AbortController().signal,
    onFailure: (error) => failures.push(error),
    pauseMs: 1,
  });

  expect([tries, failures.length]).toEqual([3, 2]);
});

test('gives up after the last try, and at once when it is stopped', async () => {
  const abort = new AbortController();
  const failing = async (): Promise<void> => {
    throw new Error('no space left');
  };
  const given = { signal: abort.signal, onFailure: () => {} };

  await expect(keepTrying(failing, { ...given, pauseMs: 1, most: 2 })).rejects.toThrow('no space left');
  const stopped = keepTrying(failing, { ...given, pauseMs: 600_000 });
  abort.abort();
  await expect(stopped).resolves.toBeUndefined();
});
