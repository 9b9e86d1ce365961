import type { FastifyBaseLogger } from 'fastify';
import {
  type Job,
  Logger,
  parseCrontab,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  WorkerPreset,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { systemClock } from '../lib/clock.ts';
import { keepRunning, type Runnable } from './keep-running.ts';
import { type Pulse, startPulse } from './pulse.ts';
import { QueueWork } from './queue-work.ts';
import { correctTimetable, freeJobsOf, signOff } from './workers.queries.ts';

export interface QueueOptions {
  /** For the queue's own questions, so that jobs cannot take them its connections. */
  pool: Pool;
  tasks: TaskList;
  logger: Pick<FastifyBaseLogger, 'warn'>;
  /** When recurring jobs are enqueued; the lane that has their tasks does them. No jobs recur when it is left out. */
  timetable?: string;
  /** Done before a runner starts. */
  before?: () => Promise<void>;
}

export interface Queue {
  /** Waits for the jobs that run. */
  stop(): Promise<void>;
  /** What keeps jobs from being done, in words; undefined when all is well. */
  findFault(): string | undefined;
}

const concurrency = 4;

/**
 * Does the jobs of these tasks until it is stopped. Each lane does its own tasks only and has its own places, so no lane waits for
 * another. A runner that is stuck or has given up is replaced by a new one.
 */
export function startQueue(options: QueueOptions): Queue {
  let pulse: Pulse | undefined;
  let work: QueueWork | undefined;
  /** Runners that were replaced and still have jobs to finish. */
  const leaving = new Set<Promise<void>>();
  const start = async () => {
    pulse = undefined;
    work = new QueueWork(concurrency, work);
    const runner = await startRunner(options, work, (stopped) => leaving.add(stopped));
    pulse = runner.pulse;
    return runner;
  };
  const kept = keepRunning(start, options.logger);
  return {
    stop: async () => {
      await kept.stop();
      await Promise.all(leaving);
    },
    findFault: () => (pulse === undefined ? 'the queue has not started' : (pulse.findFault() ?? work?.fault)),
  };
}

type StartedRunner = Runnable & { pulse: Pulse };

/** New options for each runner: the library remembers the failures of a runner by its options. */
async function startRunner(
  options: QueueOptions,
  work: QueueWork,
  onLeaving: (stopped: Promise<void>) => void,
): Promise<StartedRunner> {
  const { pool, tasks, logger } = options;
  await correctTimetable(pool, { ownTime: systemClock.now() });
  await options.before?.();
  makeDueAtOnce(work.events);
  const runner = await run({
    pgPool: pool,
    concurrency,
    events: work.events,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(options.timetable ?? ''),
    taskList: tasks,
    // With a delay the library would write outcomes later in the background: a stop would leave finished jobs locked, and a
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
  // A stuck runner is replaced at once, and lives on until its jobs are done.
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

/**
 * A recurring job is due when it is added. The library would date it by the clock of this machine: if that is more than a minute ahead of
 * the database's, the job of each next minute would replace the one that still waits, and none would ever be done.
 */
function makeDueAtOnce(events: WorkerEvents): void {
  events.on('cron:schedule', ({ jobsAndIdentifiers }) => {
    for (const { job } of jobsAndIdentifiers) Object.assign(job, { runAt: undefined });
  });
}

/** Logs the error as a field: the library writes it into its sentence, where the logger could censor nothing. */
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
  await freeJobsOf(pool, { workerIds: [workerId] })
    .then(() => signOff(pool, { workerId }))
    .catch(() => {});
}
