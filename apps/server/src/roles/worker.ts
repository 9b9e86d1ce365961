import { Logger, parseCrontab, run, type TaskList } from 'graphile-worker';
import { createPool } from '../database/pool.ts';
import { createSmtpGateway, type MailGateway } from '../gateways/mail.ts';
import type { JobName } from '../jobs/catalogue.ts';
import { crontab } from '../jobs/crontab.ts';
import { freeOrphanedJobs } from '../jobs/jobs.queries.ts';
import { sendMail } from '../jobs/send-mail.job.ts';
import { sweepExpired } from '../jobs/sweep-expired.job.ts';
import type { AppContext } from '../plugins/context.ts';
import type { BackgroundRole } from './background-role.ts';

const concurrency = 4;
/** One connection listens, one is spare for the queue itself. */
const poolSize = concurrency + 2;

/** Does the jobs. Stopping waits for those that run; what cannot finish is done again by the next worker. */
export const workerRole: BackgroundRole = async (context, { databaseUrl, logger }) => {
  const mail = createSmtpGateway(context.config.mail, context.secrets.mailPassword);
  let isStopping = false;
  const onIdleError = (error: Error) => {
    if (!isStopping) logger.warn({ err: error }, 'the job queue lost a connection');
  };
  const pool = createPool({ url: databaseUrl, poolSize, onIdleError });
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(crontab),
    taskList: taskList(context, mail),
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') logger.warn(message);
    }),
  });
  return {
    stop: async () => {
      isStopping = true;
      await runner.stop();
      mail.close();
      await pool.end();
    },
  };
};

function taskList(context: AppContext, mail: MailGateway): TaskList {
  const tasks: Record<JobName, TaskList[string]> = {
    'send-mail': (payload) => sendMail(context, mail, payload),
    'sweep-expired': () => sweepExpired(context),
    'free-orphaned-jobs': async () => {
      await freeOrphanedJobs(context.pool, []);
    },
  };
  return tasks;
}
