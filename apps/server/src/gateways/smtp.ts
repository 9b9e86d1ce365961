import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { MailGateway } from './mail.ts';

/** The other limits look at one step or at silence, which a server that sends a byte now and then never keeps. */
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
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
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
          throw refusalOf(error);
        });
    },
    close: () => transport.close(),
  };
}

/** How an error ends, as a pattern of SQL, if the mail server refuses one address and may take mails to others. */
export const aboutOneAddress = '%, RCPT TO)';

/**
 * What a mail server says often repeats the recipient's address, which must reach neither the log nor the job queue. Why there is no
 * connection, such as an expired certificate, our own side says.
 */
function refusalOf(error: unknown): Error {
  const fields = ['code', 'responseCode', 'command'].map((name) => readField(error, name)).filter(Boolean);
  if (deniesRelay(readField(error, 'response'))) fields.push('relay denied');
  const hasAnswer = readField(error, 'response') !== '';
  const isUnconnected = readField(error, 'command') === 'CONN' && !hasAnswer;
  const reason = isUnconnected ? `: ${readField(error, 'message').trim()}` : '';
  return new Error(`the mail was not taken (${fields.join(', ')})${reason}`);
}

/** Whether a mail server takes no mail of ours to other servers: it says so of each address. An address may have the word too. */
function deniesRelay(response: string): boolean {
  return /\brelay/i.test(response.replaceAll(/\S*@\S*/g, ''));
}

function readField(error: unknown, name: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
