import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export interface TestMailServer {
  port: number;
  mails: readonly Email[];
  /** Waits until so many mails have come, in all. */
  waitFor(count: number): Promise<readonly Email[]>;
  /** Refuses the next so many mails with a passing failure, as a busy server does. */
  refuse(count: number): void;
}

/** A mail server on this machine that speaks SMTP and keeps what it gets; gone when the test file ends. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: Email[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          callback(Object.assign(new Error('busy, try again'), { responseCode: 451 }));
          return;
        }
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          callback();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  // A listening TCP server has an address object, never a pipe name.
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    waitFor: async (count) => {
      const deadline = Date.now() + 10_000;
      while (mails.length < count && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
      return mails;
    },
    refuse: (count) => {
      refusals = count;
    },
  };
}
