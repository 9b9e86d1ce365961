import type { TaskList } from 'graphile-worker';
import { urlOfPart } from '../database/parts.ts';
import { createPool } from '../database/pool.ts';
import type { MailGateway } from '../gateways/mail.ts';
import { createSmtpGateway } from '../gateways/smtp.ts';
import { sendMail } from '../jobs/send-mail.job.ts';
import { sweepExpired } from '../jobs/sweep-expired.job.ts';
import { forgetOldTravel } from '../modules/retention/retention.service.ts';
import { type AppContext, contextOf } from '../plugins/context.ts';
import type { JobName } from '../queue/catalogue.ts';
import { startQueue } from '../queue/queue.ts';
import type { BackgroundRole } from './background-role.ts';

/** The queue's own questions are short; one of its connections listens. A database that comes late is waited for. */
const queueConnections = { poolSize: 5, statementSeconds: 10, connectSeconds: 20 } as const;

/** Does the jobs. Stopping waits for those that run; what cannot finish is done again by the next worker. */
export const workerRole: BackgroundRole = async (server, logger) => {
  const context = contextOf(server, 'worker');
  const mail = createSmtpGateway(context.config.mail, server.secrets.mailPassword);
  const pool = createPool({ url: urlOfPart(server.databases.url, 'worker'), ...queueConnections });
  const queue = startQueue({ pool, tasks: taskList(context, mail), logger });
  return {
    findFault: () => queue.findFault(),
    stop: async () => {
      await queue.stop();
      mail.close();
      await pool.end();
    },
  };
};

function taskList(context: AppContext, mail: MailGateway): TaskList {
  const tasks: Record<JobName, TaskList[string]> = {
    'send-mail': (payload) => sendMail(context, mail, payload),
    'sweep-expired': () => sweepExpired(context),
    'forget-old-travel': () => forgetOldTravel(context),
  };
  return tasks;
}
