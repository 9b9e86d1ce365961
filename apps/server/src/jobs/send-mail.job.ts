import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail, MailGateway } from '../gateways/mail.ts';
import { writeClaimMail, writeDroppedClaimMail } from '../modules/card-claims/card-claim-mails.ts';
import { askForMonths } from '../modules/card-news/ask-for-months.service.ts';
import { sendCardNews } from '../modules/card-news/send-card-news.service.ts';
import { sendMonthNews } from '../modules/card-news/send-month-news.service.ts';
import { sendRefundNews } from '../modules/card-news/send-refund-news.service.ts';
import { writeChangedMail, writeResetMail } from '../modules/passwords/password-mails.ts';
import { writeClosedMail } from '../modules/privacy/close-account.service.ts';
import { writeAnsweredMail } from '../modules/questions/question-mails.ts';
import { writeRegistrationMail } from '../modules/registrations/registration-mails.ts';
import { writeCodeMail, writeFactorMail } from '../modules/second-factors/second-factor-mails.ts';
import { writeAddressMail } from '../modules/single-sign-on/address-mail.ts';
import type { Using } from '../plugins/context.ts';
import { jobPayloads, type MailPayload } from '../queue/catalogue.ts';
import { listMailsUnderWay } from '../queue/jobs.queries.ts';
import { unknownMail } from './mail-retries.ts';

/**
 * Sends one mail, written now from the row it is about; does nothing when that row is gone. Run twice it sends the same
 * message id twice. After the last attempt the job stays in the queue as failed, where an administrator sees it.
 */
export async function sendMail(
  context: Using<'pool' | 'config' | 'keys' | 'clock'>,
  gateway: MailGateway,
  payload: unknown,
): Promise<void> {
  const { data: asked } = jobPayloads['send-mail'].safeParse(payload);
  if (asked === undefined) throw new Error(unknownMail);
  if (asked.mail === 'account-closed') await othersAreSent(context);
  if (asked.mail === 'card-news') {
    await sendCardNews(context, gateway, asked);
    return;
  }
  if (asked.mail === 'refund-news') {
    await sendRefundNews(context, gateway, asked);
    return;
  }
  if (asked.mail === 'month-news') {
    await sendMonthNews(context, gateway, asked);
    return;
  }
  const mail = await write(context, asked);
  if (mail !== undefined) await gateway.send(mail);
}

/** Asks for the mails that are due by the calendar: those about the last month. */
export async function askForDueMails(context: Using<'pool' | 'config' | 'clock'>): Promise<void> {
  await askForMonths(context);
}

const shortestPauseMs = 50;
/** When a mail server is silent, a mail takes a minute, and many may wait in the queue. */
const longestPauseMs = 1000;

/**
 * Waits until the mails that are under way have been sent. One of them may be for an account that was closed after it was written, and
 * the mail that says so is the last one. A mail that is written after this finds no account.
 */
async function othersAreSent({ pool }: Using<'pool'>): Promise<void> {
  const underWay = async () => (await listMailsUnderWay(pool)).map(({ attempt }) => attempt);
  let waiting = await underWay();
  for (let pauseMs = shortestPauseMs; waiting.length > 0; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    await sleep(pauseMs);
    const still = new Set(await underWay());
    waiting = waiting.filter((attempt) => still.has(attempt));
  }
}

/** A mail that is written from one row, and may be sent again. */
type WrittenMail = Exclude<MailPayload, { mail: 'card-news' | 'refund-news' | 'month-news' }>;

function write(context: Using<'pool' | 'config' | 'keys'>, payload: WrittenMail): Promise<Mail | undefined> {
  switch (payload.mail) {
    case 'registration':
      return writeRegistrationMail(context, payload.id);
    case 'password-reset':
      return writeResetMail(context, payload.id);
    case 'password-changed':
      return writeChangedMail(context, payload);
    case 'sign-in-code':
      return writeCodeMail(context, payload.id);
    case 'passkey-added':
    case 'passkey-removed':
    case 'mail-code-on':
    case 'mail-code-off':
      return writeFactorMail(context, payload);
    case 'card-claim-asked':
    case 'card-claim-withdrawn':
    case 'card-claim-objected':
    case 'card-claim-granted':
    case 'card-claim-moved':
    case 'card-claim-lapsed':
    case 'card-claim-void':
      return writeClaimMail(context, payload.id, payload.mail);
    case 'card-claim-dropped':
      return writeDroppedClaimMail(context, payload);
    case 'question-answered':
      return writeAnsweredMail(context, payload);
    case 'address-changed':
      return writeAddressMail(context, payload.id, payload.recipient);
    case 'account-closed':
      return writeClosedMail(context, payload.id, payload.recipient);
  }
}
