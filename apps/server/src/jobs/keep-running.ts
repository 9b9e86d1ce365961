import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Runner } from 'graphile-worker';

const pauseBeforeRestartMs = 1000;

/** The queue gives up when the database goes away for long; it is begun again until somebody stops it. */
export async function keepRunning(
  start: () => Promise<Pick<Runner, 'promise' | 'stop'>>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let runner = await start();

  const watch = async () => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: unknown) => logger.warn({ err: error }, 'the job queue stopped'));
      await sleep(pauseBeforeRestartMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      runner = await start().catch((error: unknown) => {
        logger.warn({ err: error }, 'the job queue could not be started');
        return runner;
      });
    }
  };
  const watching = watch();

  return {
    stop: async () => {
      stopping.abort();
      await runner.stop().catch(() => {}); // it may have given up by itself just now
      await watching;
      // A new start may have been under way; stopping twice is refused and harms nothing.
      await runner.stop().catch(() => {});
    },
  };
}
