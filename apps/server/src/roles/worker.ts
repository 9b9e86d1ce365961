import type { FastifyBaseLogger } from 'fastify';
import type { TaskList } from 'graphile-worker';
import { urlOfPart } from '../database/parts.ts';
import { createPool } from '../database/pool.ts';
import { createHttpBackOffice } from '../gateways/http-back-office.ts';
import type { MailGateway } from '../gateways/mail.ts';
import { countingFailures, openMailServer, retryWaitingMails } from '../jobs/mail-retries.ts';
import { askForDueMails, sendMail } from '../jobs/send-mail.job.ts';
import { sweepExpired } from '../jobs/sweep-expired.job.ts';
import { findForgottenMessages, type Outgoing, tellBackOfficeJob } from '../jobs/tell-back-office.job.ts';
import { type Guarded, whileClocksAgree } from '../jobs/while-clocks-agree.ts';
import { noticeWithout, withoutBackOffice } from '../modules/back-office/without-back-office.service.ts';
import { decideClaims } from '../modules/card-claims/decide-claims.service.ts';
import { forgetOldTravel } from '../modules/retention/retention.service.ts';
import { type AppContext, contextOf, type ServerContext } from '../plugins/context.ts';
import type { BackOfficeJobName, JobName } from '../queue/catalogue.ts';
import { crontab } from '../queue/crontab.ts';
import { startQueue } from '../queue/queue.ts';
import type { BackgroundRole } from './background-role.ts';
import { startMoneyLane } from './money-lane.ts';

/** For the queues' own statements, which are short; each queue listens on one connection. A late database is waited for. */
const queueConnections = { poolSize: 8, statementSeconds: 10, connectSeconds: 20 } as const;

/**
 * For the four jobs of a lane, and for its search for lost ones. Their statements are short: on a cluster a node that hangs holds up the jobs
 * about its own cards only.
 */
const laneConnections = { poolSize: 5, statementSeconds: 10, connectSeconds: 20 } as const;

/** Does the jobs. Stopping waits for running jobs; a job that cannot finish is done again by the next worker. */
export const workerRole: BackgroundRole = async (server, logger) => {
  const context = contextOf(server, 'worker');
  const url = urlOfPart(server.databases.url, 'worker');
  const pool = createPool({ url, ...queueConnections });
  const [messagePool, moneyPool] = [createPool({ url, ...laneConnections }), createPool({ url, ...laneConnections })];
  const mail = openMailServer(server, pool);
  const stopping = new AbortController();
  const guarded = { ...context, logger };
  const tasks = taskList(guarded, mail, stopping.signal);
  const queue = startQueue({ pool, tasks, logger, timetable: crontab, before: () => retryWaitingMails(pool) });
  const messages = startQueue({
    pool,
    tasks: messageTasks({ ...context, pool: messagePool }, openBackOffice(server, { ...guarded, pool: messagePool })),
    logger,
  });
  const money = startMoneyLane({ context, lanePool: moneyPool, pool, logger });
  return {
    // Messages are left out: while the back office is silent they wait, which is no fault of this process.
    findFault: () => queue.findFault() ?? money.findFault(),
    stop: async () => {
      stopping.abort(new Error('the worker stops'));
      await Promise.all([queue.stop(), messages.stop(), money.stop()]);
      mail.close();
      await Promise.all([pool.end(), messagePool.end(), moneyPool.end()]);
    },
  };
};

function openBackOffice(
  { config, secrets }: ServerContext,
  context: AppContext & { readonly logger: FastifyBaseLogger },
): Outgoing {
  const notice = noticeWithout(config);
  if (notice !== undefined) context.logger.warn({ event: 'back_office.not_configured' }, notice);
  if (config.backOffice === undefined) return withoutBackOffice(context);
  const { url, unknownKinds, connectSeconds, answerSeconds } = config.backOffice;
  const limits = { connectMs: connectSeconds * 1000, answerMs: answerSeconds * 1000 };
  const backOffice = createHttpBackOffice({ url, signingKeys: secrets.backOfficeKeys, unknownKinds, ...limits });
  return { backOffice, logger: context.logger };
}

function messageTasks(context: AppContext, outgoing: Outgoing): TaskList {
  const tasks: Record<BackOfficeJobName, TaskList[string]> = {
    'tell-back-office': (payload) => tellBackOfficeJob(context, outgoing, payload),
    'find-forgotten-messages': () => findForgottenMessages(context),
  };
  return tasks;
}

/** @param stopping when it is aborted, long jobs end soon and are done again later. */
function taskList(context: AppContext & Guarded, mail: MailGateway, stopping: AbortSignal): TaskList {
  const recurring = (job: JobName, work: () => Promise<unknown>) => () => whileClocksAgree(context, job, work);
  const tasks: Record<JobName, TaskList[string]> = {
    'send-mail': (payload, { job }) => countingFailures(context, job, () => sendMail(context, mail, payload)),
    'decide-card-claims': recurring('decide-card-claims', () => decideClaims(context)),
    'sweep-expired': recurring('sweep-expired', () => sweepExpired(context)),
    'forget-old-travel': recurring('forget-old-travel', () => forgetOldTravel(context, stopping)),
    'ask-for-months': recurring('ask-for-months', () => askForDueMails(context)),
  };
  return tasks;
}
