import type { FastifyBaseLogger } from 'fastify';
import { Logger, parseCrontab, type Runner, run, type TaskList, WorkerPreset } from 'graphile-worker';
import type { Pool } from 'pg';
import { createSmtpGateway, type MailGateway } from '../gateways/mail.ts';
import type { JobName } from '../jobs/catalogue.ts';
import { crontab } from '../jobs/crontab.ts';
import { freeOrphanedJobs } from '../jobs/jobs.queries.ts';
import { keepRunning } from '../jobs/keep-running.ts';
import { sendMail } from '../jobs/send-mail.job.ts';
import { sweepExpired } from '../jobs/sweep-expired.job.ts';
import { forgetOldTravel } from '../modules/retention/retention.service.ts';
import { type AppContext, contextOf } from '../plugins/context.ts';
import type { BackgroundRole } from './background-role.ts';

const concurrency = 4;

/** Does the jobs. Stopping waits for those that run; what cannot finish is done again by the next worker. */
export const workerRole: BackgroundRole = async (server, logger) => {
  const context = contextOf(server, 'worker');
  const mail = createSmtpGateway(context.config.mail, context.secrets.mailPassword);
  const tasks = taskList(context, mail);
  const jobs = await keepRunning(() => startRunner(context.pool, tasks, logger), logger);
  return {
    stop: async () => {
      await jobs.stop();
      mail.close();
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
