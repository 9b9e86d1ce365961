import { pino } from 'pino';
import { expect, test } from 'vitest';
import { keepRunning } from './keep-running.ts';

const logger = pino({ level: 'silent' });

/** A queue that runs until it is stopped. */
function runningQueue() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    resolve();
  };
  return { promise, stop, isStopped: () => isStopped };
}

test('stops a queue that was being restarted', async () => {
  const begun = Promise.withResolvers<void>();
  const mayStart = Promise.withResolvers<void>();
  const second = runningQueue();
  const givenUp = { promise: Promise.reject(new Error('the database went away')), stop: async () => {} };
  const starts = [
    async () => givenUp,
    async () => {
      begun.resolve();
      await mayStart.promise;
      return second;
    },
  ];
  const queue = keepRunning(async () => (await starts.shift()?.()) ?? second, logger);
  await begun.promise;

  const stopped = queue.stop();
  mayStart.resolve();
  await stopped;

  expect(second.isStopped()).toBe(true);
});
