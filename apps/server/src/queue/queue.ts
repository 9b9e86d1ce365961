import type { FastifyBaseLogger } from 'fastify';
import { type Job, Logger, parseCrontab, type Runner, run, type TaskList, WorkerPreset } from 'graphile-worker';
import type { Pool } from 'pg';
import { keepRunning, type Runnable } from './keep-running.ts';
import { type Pulse, secondsUntilDead, startPulse } from './pulse.ts';
import { QueueWork } from './queue-work.ts';
import { correctTimetable, freeJobsOf, freeJobsOfDead, signOff } from './workers.queries.ts';

export interface QueueOptions {
  /** For the queue's own questions, so that jobs cannot take them its connections. */
  pool: Pool;
  tasks: TaskList;
  logger: Pick<FastifyBaseLogger, 'warn'>;
  /** When recurring jobs are asked for; the lane that has their tasks does them. Nothing when left out. */
  timetable?: string;
}

export interface Queue {
  /** Waits for the jobs that run. */
  stop(): Promise<void>;
  /** What keeps jobs from being done, in words; undefined when all is well. */
  findFault(): string | undefined;
}

const concurrency = 4;

/**
 * Does the jobs of these tasks until it is stopped; the jobs of others are left to theirs, so that each such lane has its own
 * places and none waits behind another. A runner that is stuck or has given up is replaced by a new one.
 */
export function startQueue(options: QueueOptions): Queue {
  let pulse: Pulse | undefined;
  /** Runners that were replaced and still have jobs to finish. */
  const leaving = new Set<Promise<void>>();
  const start = async () => {
    pulse = undefined;
    const runner = await startRunner(options, (stopped) => leaving.add(stopped));
    pulse = runner.pulse;
    return runner;
  };
  const kept = keepRunning(start, options.logger);
  return {
    stop: async () => {
      await kept.stop();
      await Promise.all(leaving);
    },
    findFault: () => (pulse === undefined ? 'the queue has not begun' : pulse.findFault()),
  };
}

type StartedRunner = Runnable & { pulse: Pulse };

/** Its options are made anew each time: the library remembers the failures of a runner by its options. */
async function startRunner(options: QueueOptions, onLeaving: (stopped: Promise<void>) => void): Promise<StartedRunner> {
  const { pool, tasks, logger } = options;
  await freeJobsOfDead(pool, { silenceSeconds: secondsUntilDead });
  await correctTimetable(pool);
  const work = new QueueWork(concurrency);
  const runner = await run({
    pgPool: pool,
    concurrency,
    events: work.events,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(options.timetable ?? ''),
    taskList: tasks,
    // Without batches the library writes outcomes behind its own back: a stop would leave done jobs locked, and a
    // database that is away would end the process.
    preset: { extends: [WorkerPreset], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') warn(logger, message, meta);
    }),
  });
  const pulse = startPulse({ pool, work, logger, jobNames: Object.keys(tasks) });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= stopRunner({ runner, pulse, pool, work });
    return stopped;
  };
  // One that is stuck is replaced at once; it goes on living until its jobs are done.
  const stuck = pulse.broken.catch((error: unknown) => {
    onLeaving(stop());
    throw error;
  });
  const end = async () => {
    try {
      await runner.promise;
    } finally {
      await stop();
    }
  };
  return { pulse, promise: Promise.race([end(), stuck]), stop };
}

/** The library writes the error into its sentence, where nothing of it would be censored: the error is told in our own way. */
function warn(logger: QueueOptions['logger'], message: string, { error, job }: Failure = {}): void {
  if (error === undefined) logger.warn(message);
  else if (job === undefined) logger.warn({ err: error }, 'the job queue met an error');
  else logger.warn({ err: error, job: job.task_identifier, attempts: job.attempts }, 'a job failed');
}

/** What the library says beside a sentence. */
interface Failure {
  error?: unknown;
  job?: Pick<Job, 'task_identifier' | 'attempts'>;
}

interface Stopping {
  runner: Runner;
  pulse: Pulse;
  pool: Pool;
  work: QueueWork;
}

async function stopRunner({ runner, pulse, pool, work: { workerId } }: Stopping): Promise<void> {
  await runner.stop().catch(() => {}); // it may have given up by itself just now
  await pulse.stop();
  if (workerId === undefined) return;
  // When this fails, the others free what it held once it has been silent for long.
  await freeJobsOf(pool, { workerId })
    .then(() => signOff(pool, { workerId }))
    .catch(() => {});
}
