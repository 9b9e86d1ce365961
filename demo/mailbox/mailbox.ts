import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listenNear } from '../ports/ports.ts';
import { htmlOf, listPage, mailPage, missingPage } from './pages.ts';
import type { ReceivedMail } from './received-mail.ts';

export interface Mailbox {
  /** The address to which the server sends its mails. */
  smtpPort: number;
  /** The address of the page that shows the mails. */
  url: string;
  mails(): readonly ReceivedMail[];
  close(): Promise<void>;
}

const loopback = '127.0.0.1';
const longestMailBytes = 5_000_000;

/** Starts a mail server that stores every mail in `directory` and delivers none, with a page to read them. Loopback only. */
export async function startMailbox(directory: string, ports: { smtp: number; page: number }): Promise<Mailbox> {
  mkdirSync(path.dirname(directory), { recursive: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const mails = await readMails(directory);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: longestMailBytes,
    logger: false,
    onData: (stream, _session, done) => {
      keepMail(directory, mails, stream).then(() => done(), done);
    },
  });
  // A client may close the connection in the middle of a mail. Without a listener, this error would end the process.
  smtp.on('error', () => {});
  const page = createServer((request, response) => {
    const { status, body } = answer(mails, request.url ?? '/');
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    response.writeHead(status, { ...headers, 'content-security-policy': pagePolicy }).end(body);
  });
  const smtpPort = await listenNear(smtp.server, ports.smtp);
  const pagePort = await listenNear(page, ports.page);
  return {
    smtpPort,
    url: `http://${loopback}:${pagePort}/`,
    mails: () => mails,
    close: async () => {
      page.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(resolve)),
        new Promise((resolve) => page.close(resolve)),
      ]);
    },
  };
}

/** Mails are text from outside: their scripts do not run, and the browser loads nothing for them. */
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; img-src data:";

function answer(mails: ReceivedMail[], url: string): { status: number; body: string } {
  const [, id, part] = /^\/(?:mails\/(\d+)(\/html)?)?$/.exec(url) ?? [undefined, 'none'];
  if (id === undefined) return { status: 200, body: listPage(mails) };
  const received = mails.find((mail) => mail.id === Number(id));
  if (received === undefined) return { status: 404, body: missingPage() };
  return { status: 200, body: part ? htmlOf(received) : mailPage(received) };
}

async function keepMail(directory: string, mails: ReceivedMail[], stream: NodeJS.ReadableStream): Promise<void> {
  const raw = await buffer(stream);
  const id = (mails.at(-1)?.id ?? 0) + 1;
  writeFileSync(path.join(directory, `${id}.eml`), raw, { mode: 0o600 });
  mails.push(await parse(id, raw));
}

async function readMails(directory: string): Promise<ReceivedMail[]> {
  const ids = readdirSync(directory)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => Number.parseInt(name, 10))
    .sort((left, right) => left - right);
  return await Promise.all(ids.map((id) => parse(id, readFileSync(path.join(directory, `${id}.eml`)))));
}

async function parse(id: number, raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  return { id, mail, to: (mail.to ?? []).flatMap((mailbox) => mailbox.address ?? []) };
}
