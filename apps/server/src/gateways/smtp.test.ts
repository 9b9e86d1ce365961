import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { testConfig } from '../../test/build-app.ts';
import { listen } from '../../test/listen.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { aboutOneAddress, aboutServer, createSmtpGateway, notConfirmed } from './smtp.ts';

const mailServer = await startMailServer();
const gateway = createSmtpGateway({ ...testConfig().mail, port: mailServer.port }, undefined);
afterAll(() => gateway.close());

const mail = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', language: 'en-CA', messageId: '<1@localhost>' };

it.each(['a@b.example\r\nBcc: x@y.example', 'a@b.example, x@y.example', 'a@b.example <x@y.example>'])(
  'writes to one address, whatever is made of its text: %j',
  async (to) => {
    const before = mailServer.mails.length;

    await gateway.send({ ...mail, to }).catch(() => undefined);

    const reached = mailServer.recipients.slice(before).flat();
    expect(reached).not.toContain('x@y.example');
  },
);

it('sends no password to a server without encryption', async () => {
  const settings = { ...testConfig().mail, port: mailServer.port, user: 'portal' };
  const withPassword = createSmtpGateway(settings, 'of the portal');
  onTestFinished(() => withPassword.close());

  await expect(withPassword.send({ ...mail, to: 'a@b.example' })).rejects.toThrow('ETLS');

  expect(mailServer.passwords).toEqual([]);
});

it.each([
  [
    'why it reaches no server',
    undefined,
    /^the mail was not taken \(ESOCKET, CONN\): connect ECONNREFUSED 127\.0\.0\.1:\d+$/,
  ],
  [
    'of what a server says its number only',
    '554 not for a@b.example\r\n',
    /^the mail was not taken \(EPROTOCOL, 554, CONN\)$/,
  ],
])('a mail that is not taken tells %s', async (_, greeting, told) => {
  const server = createServer((socket) => void socket.on('error', () => {}).end(greeting ?? ''));
  const port = await listen(server);
  if (greeting === undefined) await new Promise((resolve) => server.close(resolve));
  const other = createSmtpGateway({ ...testConfig().mail, port }, undefined);
  onTestFinished(() => {
    other.close();
    server.close();
  });

  await expect(other.send({ ...mail, to: 'a@b.example' })).rejects.toThrow(told);
});

/** A gateway to a server that answers all with 250 but the lines that begin with this command: a text is answered, null ends the connection. */
async function gatewayTo(command: string, answer: string | null) {
  const server = createServer((socket) => {
    const lines = createInterface({ input: socket.on('error', () => {}) });
    socket.write('220 mail.example ESMTP\r\n');
    let isText = false;
    lines.on('line', (line) => {
      if (line.startsWith(command)) {
        if (answer === null) socket.destroy();
        else socket.write(`${answer}\r\n`);
      } else if (line === 'DATA') socket.write('354 go on\r\n');
      else if (!isText || line === '.') socket.write('250 mail.example\r\n');
      isText = line !== '.' && (isText || line === 'DATA');
    });
  });
  const port = await listen(server);
  const made = createSmtpGateway({ ...testConfig().mail, port }, undefined);
  onTestFinished(() => {
    made.close();
    server.close();
  });
  return made;
}

it.each([
  ['550 no such mailbox', 'RCPT TO', 'refused', true],
  ['451 greylisted, try again', 'RCPT TO', 'later', true],
  ['550 5.1.1 <a@privaterelay.example>: no such mailbox', 'RCPT TO', 'refused', true],
  ['554 5.7.1 <a@b.example>: Relay access denied', 'RCPT TO', 'away', false],
  ['550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'RCPT TO', 'away', false],
  ['550 we do not know you', 'MAIL FROM', 'away', false],
  ['421 closing', 'MAIL FROM', 'away', false],
  ['554 this is spam', '.', 'refused', false],
  [null, 'DATA', 'away', false],
  [null, '.', 'unconfirmed', false],
] as const)(
  '%s, said at %s: the mail is %s, and whether it is about one address',
  async (answer, command, because, isAboutAddress) => {
    const refusing = await gatewayTo(command, answer);

    const error = await refusing.send({ ...mail, to: 'a@b.example' }).catch((caught: unknown) => caught);

    expect(error).toMatchObject({ because });
    expect(String(error).endsWith(aboutOneAddress.replace('%', ''))).toBe(isAboutAddress);
    expect(String(error)).toContain(answer?.slice(0, 3) ?? 'Connection closed unexpectedly');
    expect(new RegExp(aboutServer).test(String(error).replace('Error: ', ''))).toBe(because === 'away');
    expect(String(error).startsWith(`Error: ${notConfirmed.replace('%', '')}`)).toBe(because === 'unconfirmed');
  },
);

it('a mail to nobody is refused for itself, and does not count as a mail server that is away', async () => {
  const error = await gateway.send({ ...mail, to: '' }).catch((caught: unknown) => caught);

  expect(error).toMatchObject({ because: 'refused' });
  expect(new RegExp(aboutServer).test(String(error).replace('Error: ', ''))).toBe(false);
});

it('gives a mail up when the server sends a byte now and then, and sends the next one over another connection', async () => {
  let greeted = 0;
  const server = createServer((socket) => {
    greeted += 1;
    socket.on('error', () => {}).write('220 mail.example ESMTP\r\n');
    const drip = setInterval(() => socket.write('2'), 20);
    socket.once('close', () => clearInterval(drip));
  });
  const port = await listen(server);
  const slow = createSmtpGateway({ ...testConfig().mail, port }, undefined, 300);
  onTestFinished(() => {
    slow.close();
    server.close();
  });
  const send = () => slow.send({ ...mail, to: 'a@b.example' });

  await expect(Promise.all([1, 2, 3, 4].map(send))).rejects.toThrow('EABORT');
  await expect(send()).rejects.toThrow('EABORT');

  expect(greeted).toBeGreaterThan(3);
});
