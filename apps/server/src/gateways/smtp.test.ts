import { expect, it, onTestFinished } from 'vitest';
import { testConfig } from '../../test/build-app.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { createSmtpGateway } from './smtp.ts';

const mailServer = await startMailServer();
const gateway = createSmtpGateway({ ...testConfig().mail, port: mailServer.port }, undefined);

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
