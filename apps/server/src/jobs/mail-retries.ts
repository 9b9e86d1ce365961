import type { Job } from 'graphile-worker';
import { type Mail, type MailGateway, MailNotTaken } from '../gateways/mail.ts';
import { aboutServer, createSmtpGateway, notConfirmed } from '../gateways/smtp.ts';
import { CircuitBreaker } from '../lib/circuit-breaker.ts';
import type { Db } from '../lib/sql.ts';
import type { ServerContext, Using } from '../plugins/context.ts';
import { jobPayloads, type MailKind } from '../queue/catalogue.ts';
import { countFewerAttempts, leaveFewAttempts, retryRefusedJobs } from '../queue/jobs.queries.ts';

/** How long attempts at which the mail server is to blame hardly count: longer than a weekend. Then they are counted to the last one. */
const patientDays = 3;

/** After the seventh attempt the queue waits for 18 minutes. */
const usualAttempts = 7;
/** Somebody waits for these in front of the screen, and they are not sent when they are no longer valid: a pause of one or three minutes. */
const attemptsOfAwaited: Partial<Record<MailKind, number>> = {
  'sign-in-code': 4,
  'password-reset': 5,
  registration: 5,
};

/** A mail that the server got twice without saying that it took it is sent no more often than this again. */
const copiesAfterTwo = 2;

/** A newer release has asked for it, during an upgrade or before the operator went back. */
export const unknownMail = 'the mail is of a kind that this release does not know';

/**
 * At the start of a worker: what waits because of the mail server, or of a worker of an older release, is tried at once. The operator may have
 * mended the configuration, and each pause is longer than the one before.
 */
export async function retryWaitingMails(db: Db): Promise<void> {
  await retryRefusedJobs(db, { errors: `^${unknownMail}$` });
  await retryRefusedJobs(db, { errors: aboutServer });
}

/** The operator's mail server, for the jobs. */
export function openMailServer({ config, secrets }: Pick<ServerContext, 'config' | 'secrets'>, db: Db): MailGateway {
  return withBreaker(createSmtpGateway(config.mail, secrets.mailPassword), db, new CircuitBreaker());
}

/**
 * While the mail server is away, mails fail without waiting for it, except for one each half minute. When it takes one again,
 * those that it did not take are tried at once.
 */
export function withBreaker(gateway: MailGateway, db: Db, breaker: CircuitBreaker): MailGateway {
  let away: MailNotTaken | undefined;
  /** If it fails, the next mail that is taken does it: this one is sent, and must not be sent again because of the database. */
  const sendOthers = async (): Promise<void> => {
    await retryRefusedJobs(db, { errors: aboutServer });
    away = undefined;
  };
  const send = async (mail: Mail): Promise<void> => {
    if (!breaker.mayAsk() && away !== undefined) throw new MailNotTaken(away.message, 'away');
    try {
      await gateway.send(mail);
    } catch (error) {
      if (error instanceof MailNotTaken && error.because === 'away') {
        breaker.failed();
        away = error;
      } else breaker.succeeded();
      throw error;
    }
    breaker.succeeded();
    if (away !== undefined) await sendOthers().catch(() => {});
  };
  return { send, close: () => gateway.close() };
}

/**
 * Sends a mail, and lets a failure count less or more than the queue would count it: a server that is away must not make us give up what it
 * takes later, and one that never says that it took a mail must not get it over and over.
 */
export async function countingFailures(
  { pool }: Using<'pool'>,
  job: Pick<Job, 'id' | 'payload'>,
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (error instanceof MailNotTaken) await count(pool, job, error);
    throw error;
  }
}

async function count(db: Db, { id, payload }: Pick<Job, 'id' | 'payload'>, { because }: MailNotTaken): Promise<void> {
  const jobId = Number(id);
  if (because === 'unconfirmed') await leaveFewAttempts(db, { jobId, error: notConfirmed, left: copiesAfterTwo });
  if (because !== 'away' && because !== 'later') return;
  const { data: asked } = jobPayloads['send-mail'].safeParse(payload);
  const most = (asked && attemptsOfAwaited[asked.mail]) ?? usualAttempts;
  await countFewerAttempts(db, { jobId, most, days: patientDays });
}
