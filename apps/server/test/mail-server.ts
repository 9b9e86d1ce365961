import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';
import { listen } from './listen.ts';

export interface TestMailServer {
  port: number;
  mails: readonly Email[];
  /** The recipients in the envelope, which decides where a mail goes. */
  recipients: readonly string[][];
  /** The passwords that it received. */
  passwords: readonly string[];
  /** Waits until this number of mails has arrived for an address, and returns the last one. */
  lastTo(address: string, count?: number): Promise<Email>;
  /** Waits for the mail with this subject, because mails that are requested one after the other may overtake one another. */
  about(subject: string, address: string): Promise<Email>;
  /** Refuses this number of next mails with a temporary failure, as a busy server does. */
  refuse(count: number): void;
  /** Takes the next mail only when the returned function is called, and the mails after it at once. */
  hold(): () => void;
}

/** A mail server on this machine that speaks SMTP and keeps its mails; the default is any free port. It stops when the test file ends. */
export async function startMailServer(wished?: number): Promise<TestMailServer> {
  const mails: Email[] = [];
  const recipients: string[][] = [];
  const passwords: string[] = [];
  let refusals = 0;
  let nextIsFree = Promise.resolve();
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ password }, _session, callback) {
      passwords.push(password ?? '');
      callback(null, { user: 'any' });
    },
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          callback(
            Object.assign(new Error(`busy, try ${session.envelope.rcptTo[0]?.address} again`), { responseCode: 451 }),
          );
          return;
        }
        recipients.push(session.envelope.rcptTo.map(({ address }) => address));
        const isFree = nextIsFree;
        nextIsFree = Promise.resolve();
        void PostalMime.parse(Buffer.concat(chunks)).then(async (mail) => {
          await isFree;
          mails.push(mail);
          callback();
        });
      });
    },
  });
  /** Checks again and again which mails have arrived for an address. */
  async function find(address: string, choose: (found: Email[]) => Email | undefined): Promise<Email> {
    const deadline = Date.now() + 16_000;
    for (;;) {
      const mail = choose(mails.filter(({ to }) => to?.some((person) => person.address === address)));
      if (mail !== undefined) return mail;
      if (Date.now() > deadline) throw new Error(`no mail for ${address}`);
      await sleep(20);
    }
  }
  const port = await listen(server.server, wished);
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return {
    port,
    mails,
    recipients,
    passwords,
    lastTo: (address, count = 1) => find(address, (found) => (found.length < count ? undefined : found.at(-1))),
    about: (subject, address) => find(address, (found) => found.find((mail) => mail.subject === subject)),
    refuse: (count) => {
      refusals = count;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      nextIsFree = promise;
      return resolve;
    },
  };
}

/** The token at the end of the link in a mail; empty if the mail has no link. */
export function linkTokenOf({ text }: Email): string {
  return /\/([\w-]{43})\n/.exec(text ?? '')?.[1] ?? '';
}
