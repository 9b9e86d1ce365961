import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type Clock, systemClock } from '../lib/clock.ts';
import { DeadWorkers } from './dead-workers.ts';
import type { QueueWork } from './queue-work.ts';
import { nameOwnProcess } from './worker-process.ts';
import { beat, deleteOldWorkers, findLongestWait, freeJobsOf, listHolders } from './workers.queries.ts';

export interface PulseOptions {
  pool: Pool;
  work: Pick<QueueWork, 'workerId' | 'stuckBecause'>;
  logger: Pick<FastifyBaseLogger, 'warn'>;
  jobNames: string[];
  /** Of this machine. */
  clock?: Clock;
  /** Between two beats; the same for all workers of a database. */
  everyMs?: number;
}

export interface Pulse {
  /** Fails, with the reason, when a new runner should take over; never resolves. */
  broken: Promise<never>;
  findFault(): string | undefined;
  /** Waits for the beat that is under way. */
  stop(): Promise<void>;
}

const usualBeatMs = 10_000;
/** A due job normally waits for a free slot only. If one waits longer than this, an administrator should look. */
const longestWaitSeconds = 300;
/** The timetable sleeps by the clock of this machine, which may be set back. */
const longestClockStepMs = 120_000;

/** Every few seconds: notes that this worker is alive, frees the jobs of dead workers, checks whether the runner is stuck. */
export function startPulse(options: PulseOptions): Pulse {
  const { pool, work, logger, jobNames, clock = systemClock, everyMs = usualBeatMs } = options;
  const stopping = new AbortController();
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {}); // after a stop nothing listens to it
  const steps = watchSteps(clock);
  const deadWorkers = new DeadWorkers();
  const ownProcess = nameOwnProcess();
  let waitSeconds = 0;

  const ask = async () => {
    if (work.workerId !== undefined) await beat(pool, { workerId: work.workerId, process: ownProcess });
    const dead = deadWorkers.look(await listHolders(pool));
    const freed = dead.length === 0 ? [] : await freeJobsOf(pool, { workerIds: dead });
    if (freed.length > 0) logger.warn({ jobs: freed.length }, 'jobs of a worker that died were freed');
    await deleteOldWorkers(pool);
    const [longest] = await findLongestWait(pool, { tasks: jobNames });
    waitSeconds = longest?.seconds ?? 0;
    if (waitSeconds > longestWaitSeconds) logger.warn({ seconds: waitSeconds }, 'a job has waited for long');
  };
  const beatOn = async () => {
    while (!stopping.signal.aborted) {
      await ask().catch((error: unknown) => logger.warn({ err: error }, 'the job queue could not be looked after'));
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const beating = beatOn();
  const check = setInterval(() => {
    const reason = work.stuckBecause ?? steps.wasSetBack();
    if (reason !== undefined) reject(reason);
  }, 1000);

  return {
    broken,
    stop: async () => {
      stopping.abort();
      clearInterval(check);
      await beating;
    },
    findFault: () => {
      if (waitSeconds > longestWaitSeconds) return `a job has waited for ${waitSeconds} s`;
      return work.stuckBecause?.message;
    },
  };
}

function watchSteps(clock: Clock) {
  const offset = () => clock.now().getTime() - performance.now();
  const first = offset();
  return {
    wasSetBack: () => (first - offset() > longestClockStepMs ? new Error('the clock was set back') : undefined),
  };
}
