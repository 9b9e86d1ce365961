import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { afterAll, describe, expect, it } from 'vitest';
import { startMailbox } from './mailbox.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-mailbox-'));
const mailbox = await startMailbox(directory, { smtp: 0, page: 0 });
afterAll(async () => {
  await mailbox.close();
  rmSync(directory, { recursive: true });
});

async function send(subject: string): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: mailbox.smtpPort });
  const body = { text: 'Follow https://city.example/confirm?token=abc', html: '<p>Bonjour <b>Élodie</b></p>' };
  await transport.sendMail({ from: 'a@city.example', to: 'elodie@city.example', subject, ...body });
}

describe('the demo mailbox', () => {
  it('shows a mail with its links, and its markup only as text', async () => {
    await send('Confirmez <votre> adresse');

    const list = await (await fetch(mailbox.url)).text();
    const mail = await (await fetch(`${mailbox.url}mails/1`)).text();

    expect(list).toContain('Confirmez &lt;votre&gt; adresse');
    expect(mail).toContain('<a href="https://city.example/confirm?token=abc">');
    expect(await (await fetch(`${mailbox.url}mails/1/html`)).text()).toContain('<b>Élodie</b>');
  });

  it('shows a mail with its layout first: on the ground of its colour scheme, with links that open the portal in a tab', async () => {
    await send('With layout');

    const mail = await (await fetch(`${mailbox.url}mails/1`)).text();
    const alone = await (await fetch(`${mailbox.url}mails/1/html`)).text();

    expect(mail.indexOf('<iframe')).toBeLessThan(mail.indexOf('<pre>'));
    expect(mail).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(mail).toMatch(/iframe \{[^}]*background: Canvas/);
    expect(alone).toContain('<base target="_blank">');
  });

  it('blocks every script of a mail and answers an unknown page', async () => {
    const response = await fetch(`${mailbox.url}mails/999`);

    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('keeps its mails after a restart', async () => {
    await send('Second');

    const again = await startMailbox(directory, { smtp: 0, page: 0 });
    await again.close();

    expect(again.mails().map(({ mail }) => mail.subject)).toContain('Second');
  });
});
