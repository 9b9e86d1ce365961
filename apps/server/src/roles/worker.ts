import type { FastifyBaseLogger } from 'fastify';
import { Logger, parseCrontab, type Runner, run, type TaskList, WorkerPreset } from 'graphile-worker';
import type { Pool } from 'pg';
import { createPool } from '../database/pool.ts';
import { createSmtpGateway, type MailGateway } from '../gateways/mail.ts';
import type { JobName } from '../jobs/catalogue.ts';
import { crontab } from '../jobs/crontab.ts';
import { freeOrphanedJobs } from '../jobs/jobs.queries.ts';
import { keepRunning } from '../jobs/keep-running.ts';
import { sendMail } from '../jobs/send-mail.job.ts';
import { sweepExpired } from '../jobs/sweep-expired.job.ts';
import { forgetOldTravel } from '../modules/retention/retention.service.ts';
import type { AppContext } from '../plugins/context.ts';
import type { BackgroundRole } from './background-role.ts';

const concurrency = 4;
/** One connection listens, one is spare for the queue itself. */
const poolSize = concurrency + 2;

/** Does the jobs. Stopping waits for those that run; what cannot finish is done again by the next worker. */
export const workerRole: BackgroundRole = async (context, { databaseUrl, logger }) => {
  const mail = createSmtpGateway(context.config.mail, context.secrets.mailPassword);
  const onIdleError = (error: Error) => logger.warn({ err: error }, 'the job queue lost a connection');
  const pool = createPool({ url: databaseUrl, poolSize, onIdleError });
  const tasks = taskList(context, mail);
  const jobs = await keepRunning(() => startRunner(pool, tasks, logger), logger);
  return {
    stop: async () => {
      await jobs.stop();
      mail.close();
      pool.removeListener('error', onIdleError).on('error', () => {});
      await pool.end();
    },
  };
};

function taskList(context: AppContext, mail: MailGateway): TaskList {
  const tasks: Record<JobName, TaskList[string]> = {
    'send-mail': (payload) => sendMail(context, mail, payload),
    'sweep-expired': () => sweepExpired(context),
    'forget-old-travel': () => forgetOldTravel(context),
    'free-orphaned-jobs': async () => {
      await freeOrphanedJobs(context.pool, []);
    },
  };
  return tasks;
}

function startRunner(pgPool: Pool, tasks: TaskList, logger: FastifyBaseLogger): Promise<Runner> {
  return run({
    pgPool,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(crontab),
    taskList: tasks,
    // Without batches the library writes outcomes behind its own back: a stop would leave done jobs locked, and a
    // database that is away would end the process.
    preset: { extends: [WorkerPreset], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') logger.warn(message);
    }),
  });
}
