import { timeZone } from '../city/calendar.ts';
import { escaped, page } from '../pages/page.ts';
import type { ReceivedMail } from './received-mail.ts';

/** The pages of the demo's mailbox, in plain HTML without any script. */

function mailboxPage(title: string, content: string): string {
  return page({ title, service: 'demo mailbox', content });
}

/** All mails, the newest on top, as HTML. */
export function listPage(mails: readonly ReceivedMail[]): string {
  if (mails.length === 0)
    return mailboxPage('No mails yet', '<p>Mails that the demo sends appear here. Reload to look again.</p>');
  const items = mails
    .toReversed()
    .map(
      ({ id, to, mail }) =>
        `<li><a href="/mails/${id}">${escaped(mail.subject ?? '(no subject)')}<span>To ${escaped(to.join(', '))}</span></a></li>`,
    );
  return mailboxPage(
    'Mails',
    `<p>Newest first. The demo delivers no mail to the outside.</p><ol>${items.join('')}</ol>`,
  );
}

const dates = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'long', timeStyle: 'short' });

/** One mail, as HTML: first as its reader sees it, then as text. */
export function mailPage({ id, to, mail }: ReceivedMail): string {
  const head = [
    ['From', mail.from?.address ?? ''],
    ['To', to.join(', ')],
    ['Date', mail.date === undefined ? '' : dates.format(new Date(mail.date))],
  ];
  const details = head.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('');
  // The portal that a link opens needs its scripts, which the frame's sandbox would forbid it too.
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  const framed = mail.html
    ? `<h2>As a mail program shows it</h2><iframe src="/mails/${id}/html" title="The mail with its layout" sandbox="${sandbox}"></iframe>`
    : '';
  const text = `<h2>As text</h2><pre>${withLinks(mail.text ?? '')}</pre>`;
  return mailboxPage(
    mail.subject ?? '(no subject)',
    `<p><a href="/">All mails</a></p><dl>${details}</dl>${framed}${text}`,
  );
}

const inNewTab = '<base target="_blank">';

/** The mail's own HTML, alone in a sandboxed frame. Its links open a tab, because the frame shows nothing but mails. */
export function htmlOf({ mail: { html = '' } }: ReceivedMail): string {
  return html.includes('<head>') ? html.replace('<head>', `<head>${inNewTab}`) : `${inNewTab}${html}`;
}

/** The page for a mail that does not exist, as HTML. */
export function missingPage(): string {
  return mailboxPage('No such mail', '<p><a href="/">All mails</a></p>');
}

function withLinks(text: string): string {
  return escaped(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (link) => `<a href="${link}">${link}</a>`);
}
