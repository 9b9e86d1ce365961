import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

const shortestPauseMs = 1000;
const longestPauseMs = 8000;

/** Something that goes on until it is stopped or gives up; `promise` tells when, and fails when it gave up. */
export interface Runnable {
  promise: Promise<void>;
  stop(): Promise<void>;
}

export interface KeptRunning {
  stop(): Promise<void>;
}

/**
 * The queue gives up when the database is away for a long time, and cannot start while it is away. So it is started again and
 * again until `stop` is called.
 */
export function keepRunning(start: () => Promise<Runnable>, logger: Pick<FastifyBaseLogger, 'warn'>): KeptRunning {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Runnable | undefined;

  const runOnce = async () => {
    running = await start();
    // A stop during the start could not stop this one.
    if (signal.aborted) await running.stop();
    await running.promise;
  };
  const watch = async () => {
    let pauseMs = shortestPauseMs;
    while (!signal.aborted) {
      const begunAt = performance.now();
      const reason = await runOnce().catch((error: unknown) => error);
      running = undefined;
      if (signal.aborted) return;
      logger.warn({ err: reason }, 'the job queue stopped and is started again');
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      pauseMs = performance.now() - begunAt > 60_000 ? shortestPauseMs : Math.min(2 * pauseMs, longestPauseMs);
    }
  };
  const watching = watch();

  return {
    stop: async () => {
      stopping.abort();
      await running?.stop().catch(() => {}); // it may have given up by itself just now
      await watching;
    },
  };
}
