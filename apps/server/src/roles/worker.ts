import type { TaskList } from 'graphile-worker';
import { urlOfPart } from '../database/parts.ts';
import { createPool } from '../database/pool.ts';
import { createHttpBackOffice } from '../gateways/http-back-office.ts';
import type { MailGateway } from '../gateways/mail.ts';
import { createSmtpGateway } from '../gateways/smtp.ts';
import { sendMail } from '../jobs/send-mail.job.ts';
import { sweepExpired } from '../jobs/sweep-expired.job.ts';
import { findForgottenMessages, tellBackOfficeJob } from '../jobs/tell-back-office.job.ts';
import type { Sending } from '../modules/back-office/send-messages.ts';
import { forgetOldTravel } from '../modules/retention/retention.service.ts';
import { type AppContext, contextOf, type ServerContext } from '../plugins/context.ts';
import type { JobName } from '../queue/catalogue.ts';
import { crontab } from '../queue/crontab.ts';
import { startQueue } from '../queue/queue.ts';
import type { BackgroundRole } from './background-role.ts';
import { startMoneyLane } from './money-lane.ts';

/** The questions of the queues are short; one connection of each listens. A database that comes late is waited for. */
const queueConnections = { poolSize: 8, statementSeconds: 10, connectSeconds: 20 } as const;

/** Does the jobs. Stopping waits for those that run; what cannot finish is done again by the next worker. */
export const workerRole: BackgroundRole = async (server, logger) => {
  const context = contextOf(server, 'worker');
  const mail = createSmtpGateway(context.config.mail, server.secrets.mailPassword);
  const pool = createPool({ url: urlOfPart(server.databases.url, 'worker'), ...queueConnections });
  const sending = openBackOffice(server, context, logger);
  const queue = startQueue({ pool, tasks: taskList(context, { mail, sending }), logger, timetable: crontab });
  const money = startMoneyLane({ context, pool, logger });
  return {
    findFault: () => queue.findFault() ?? money.findFault(),
    stop: async () => {
      await Promise.all([queue.stop(), money.stop()]);
      mail.close();
      await pool.end();
    },
  };
};

/** Nothing when the operator has configured no back office. */
function openBackOffice(
  { config, secrets }: ServerContext,
  { pool }: AppContext,
  logger: Sending['logger'],
): Sending | undefined {
  if (config.backOffice === undefined) return undefined;
  const { url, connectSeconds, answerSeconds } = config.backOffice;
  const limits = { connectMs: connectSeconds * 1000, answerMs: answerSeconds * 1000 };
  const backOffice = createHttpBackOffice({ url, signingKeys: secrets.backOfficeKeys, ...limits });
  return { pool, backOffice, logger, onAcknowledged: async () => {} };
}

interface Outside {
  mail: MailGateway;
  sending: Sending | undefined;
}

function taskList(context: AppContext, { mail, sending }: Outside): TaskList {
  const tasks: Record<JobName, TaskList[string]> = {
    'send-mail': (payload) => sendMail(context, mail, payload),
    'tell-back-office': (payload) => tellBackOfficeJob(sending, payload),
    'find-forgotten-messages': () => findForgottenMessages(sending, context.clock),
    'sweep-expired': () => sweepExpired(context),
    'forget-old-travel': () => forgetOldTravel(context),
  };
  return tasks;
}
