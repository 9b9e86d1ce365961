import type { ReceivedMail } from './received-mail.ts';

/** The pages of the demo's mailbox, in plain HTML without any script. */

const style = `
  :root { color-scheme: light dark; --line: light-dark(#767f8c, #7d8794); --accent: light-dark(#0b5fa5, #8cc8ff); }
  * { box-sizing: border-box }
  body { margin: 0 auto; max-width: 48rem; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif;
    background: light-dark(#fff, #15181d); color: light-dark(#16191d, #eef1f5) }
  h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
  a { color: var(--accent) }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  ol { list-style: none; padding: 0; border-block-start: 1px solid var(--line) }
  li a { display: block; padding: .75rem .25rem; min-block-size: 2.75rem; border-block-end: 1px solid var(--line) }
  li span { display: block; color: light-dark(#4b5563, #b6bfca) }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
  dd { margin: 0; overflow-wrap: anywhere }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border: 1px solid var(--line); padding: 1rem }
  iframe { inline-size: 100%; block-size: 32rem; border: 1px solid var(--line); background: #fff }
`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${escaped(title)} – demo mailbox</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`;
}

export function listPage(mails: readonly ReceivedMail[]): string {
  if (mails.length === 0)
    return page('No mails yet', '<p>Mails that the demo sends appear here. Reload to look again.</p>');
  const items = mails
    .toReversed()
    .map(
      ({ id, to, mail }) =>
        `<li><a href="/mails/${id}">${escaped(mail.subject ?? '(no subject)')}<span>To ${escaped(to.join(', '))}</span></a></li>`,
    );
  return page('Mails', `<p>Newest first. Nothing here has left this machine.</p><ol>${items.join('')}</ol>`);
}

export function mailPage({ id, to, mail }: ReceivedMail): string {
  const head = [
    ['From', mail.from?.address ?? ''],
    ['To', to.join(', ')],
    ['Date', mail.date ?? ''],
  ];
  const details = head.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('');
  const framed = mail.html
    ? `<h2>As a mail program shows it</h2><iframe src="/mails/${id}/html" title="The mail with its layout" sandbox="allow-popups"></iframe>`
    : '';
  const text = `<h2>Text</h2><pre>${withLinks(mail.text ?? '')}</pre>`;
  return page(mail.subject ?? '(no subject)', `<p><a href="/">All mails</a></p><dl>${details}</dl>${text}${framed}`);
}

/** The mail's own HTML, alone in a sandboxed frame. */
export function htmlOf({ mail }: ReceivedMail): string {
  return mail.html ?? '';
}

export function missingPage(): string {
  return page('No such mail', '<p><a href="/">All mails</a></p>');
}

function withLinks(text: string): string {
  return escaped(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (link) => `<a href="${link}">${link}</a>`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
