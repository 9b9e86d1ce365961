import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { type MailGateway, MailNotTaken, type NotTakenBecause } from './mail.ts';

/**
 * How long one mail may take. The other limits look at one step, and a server that sends a byte now and then keeps them. Silence alone has no
 * shorter limit: a server may look at a whole mail before it says that it took it, and would get it again.
 */
const longestMs = 60_000;

/**
 * Mails through the operator's SMTP server, over a few connections that stay open.
 * @param limitMs how long one mail may take, with its wait for a connection.
 */
export function createSmtpGateway(
  settings: Config['mail'],
  password: Secrets['mailPassword'],
  limitMs: number = longestMs,
): MailGateway {
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    ...(settings.user !== undefined && password !== undefined && { auth: { user: settings.user, pass: password } }),
    // A password must never leave over a connection without encryption.
    requireTLS: settings.user !== undefined && !settings.secure,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** What the server reads of each mail that is under way, by the signal that ends it. */
  const texts = new WeakMap<AbortSignal, Readable>();
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((text) => {
      if (data.signal) texts.set(data.signal, text);
      return text;
    });
    done();
  });
  return {
    async send({ language, to, unsubscribeUrl, ...mail }) {
      const headers = {
        'Content-Language': language,
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      };
      // As an object it is one address; a text would be read as a list that may hold others.
      const signal = AbortSignal.timeout(limitMs);
      await transport
        .sendMail({ ...mail, to: { name: '', address: to }, from: settings.from, headers, signal })
        .catch((error: unknown) => {
          throw refusalOf(error, texts.get(signal)?.readableDidRead === true);
        });
    },
    close: () => transport.close(),
  };
}

/** How an error ends, as a pattern of SQL, if the mail server refuses one address and may take mails to others. */
export const aboutOneAddress = '%, RCPT TO)';

const notTaken = 'the mail was not taken';

/** The errors, as a regular expression of SQL, with which no mail is taken: the server is not reached, or does not let us in. */
export const aboutServer = `^${notTaken} \\((?!.*, (API|RCPT TO|DATA)\\)$)`;

/** How an error begins, as a pattern of SQL, if the mail server got the whole mail and did not answer. */
export const notConfirmed = 'it is not known whether the mail was taken%';

/**
 * What a mail server says often repeats the recipient's address, which must reach neither the log nor the job queue. Why there is no
 * connection, such as an expired certificate, our own side says.
 * @param wasRead the server was about to get the text of the mail, or got it.
 */
function refusalOf(error: unknown, wasRead: boolean): MailNotTaken {
  const [code, answer, command] = ['code', 'responseCode', 'command'].map((name) => readField(error, name));
  const hasAnswer = readField(error, 'response') !== '';
  const reason = command === 'CONN' && !hasAnswer ? `: ${readField(error, 'message').trim()}` : '';
  const isDenied = deniesRelay(readField(error, 'response'));
  const fields = [code, answer, command, isDenied && 'relay denied'].filter(Boolean).join(', ');
  const refused = isDenied ? 'away' : becauseOf(command, answer);
  const because = wasRead && !hasAnswer ? 'unconfirmed' : refused;
  const intro = because === 'unconfirmed' ? notConfirmed.slice(0, -1) : notTaken;
  return new MailNotTaken(`${intro} (${fields})${reason}`, because);
}

function becauseOf(command = '', answer = ''): NotTakenBecause {
  // The library itself refuses what is no mail.
  if (command === 'API') return 'refused';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'away';
  return answer.startsWith('5') ? 'refused' : 'later';
}

/** Whether a mail server takes no mail of ours to other servers: it says so of each address. An address may have the word too. */
function deniesRelay(response: string): boolean {
  return /\brelay/i.test(response.replaceAll(/\S*@\S*/g, ''));
}

function readField(error: unknown, name: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
