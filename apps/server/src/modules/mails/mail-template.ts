/** One piece of a mail, in reading order. A figure is a part of the text that the reader looks for, such as a code. */
export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string; readonly figure?: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'action'; readonly label: string; readonly url: string; readonly copyHint: string };

export interface MailLayout {
  readonly language: string;
  readonly brand: string;
  readonly title: string;
  /** What a mailbox shows beside the subject. Without it that would be the sender and the subject once more. */
  readonly preview: string;
  readonly blocks: readonly MailBlock[];
  readonly signature: string;
  readonly footer: string;
  readonly accent: string;
  readonly accentText: string;
  /** A part of title and paragraphs that ends no line at a hyphen of its own. */
  readonly unbroken?: string;
}

/** The plain form: paragraphs and the bare address, for readers without HTML. */
export function renderText({ blocks, signature, footer }: MailLayout): string {
  const body = blocks.map(textOf);
  return `${[...body, signature, '-- ', footer].join('\n\n')}\n`;
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return block.text;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'link':
    case 'action':
      return `${block.label}\n${block.url}`;
  }
}

/** What a mail says first. A figure is not shown in the list of a mailbox, nor on a locked phone. */
export function previewOf(blocks: readonly MailBlock[]): string {
  const texts = blocks.flatMap((block) =>
    block.kind === 'paragraph' && block.figure === undefined ? [block.text] : [],
  );
  return texts[0] ?? '';
}

const unseen = 'display:none;max-height:0;overflow:hidden;mso-hide:all';
const apart = 'margin-top:2rem;border-top:1px solid rgba(128,128,128,.5);padding-top:1rem';

/**
 * The same as a page that needs no images, no tables and no style sheet. Everything put in is escaped. What helps only if something
 * goes wrong stands below the line, so that it does not part what the mail says.
 */
export function renderHtml(layout: MailLayout): string {
  const { language, brand, title, preview, blocks, signature, footer, accent } = layout;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0 auto;max-width:36rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word">
<div style="${unseen}">${escapeHtml(preview)}</div>
<p style="margin:0;border-left:.25rem solid ${accent};padding-left:.75rem;font-weight:600">${escapeHtml(brand)}</p>
<h1 style="margin:1.5rem 0 1rem;font-size:1.5rem;line-height:1.25">${asOneWord(escapeHtml(title), layout)}</h1>
${blocks.map((block) => renderBlock(block, layout)).join('\n')}
<div style="${apart};font-size:.875rem">
${blocks.map(renderCopyHint).join('')}<p style="margin:0">${escapeHtml(signature)}</p>
<p style="margin:.25rem 0 0;opacity:.8">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
}

function renderBlock(block: MailBlock, layout: MailLayout): string {
  if (block.kind === 'paragraph')
    return `<p>${asOneWord(withFigure(escapeHtml(block.text), block.figure), layout)}</p>`;
  if (block.kind === 'heading')
    return `<h2 style="margin:1.5rem 0 .5rem;font-size:1.125rem;line-height:1.25">${escapeHtml(block.text)}</h2>`;
  if (block.kind === 'list')
    return `<ul style="margin:0 0 1rem;padding-left:1.25rem">${block.items.map(listItem).join('')}</ul>`;
  const { accent, accentText } = layout;
  const url = escapeHtml(block.url);
  if (block.kind === 'link') return `<p style="font-size:.875rem"><a href="${url}">${escapeHtml(block.label)}</a></p>`;
  const button = `display:inline-block;padding:.75rem 1.25rem;border-radius:.5rem;font-weight:600;text-decoration:none;background:${accent};color:${accentText}`;
  return `<p style="margin:1.5rem 0"><a href="${url}" style="${button}">${escapeHtml(block.label)}</a></p>`;
}

const listItem = (item: string) => `<li>${escapeHtml(item)}</li>`;

function withFigure(html: string, figure: string | undefined): string {
  if (figure === undefined) return html;
  return html.replace(
    escapeHtml(figure),
    (found) => `<strong style="font-size:1.5rem;white-space:nowrap">${found}</strong>`,
  );
}

function asOneWord(html: string, { unbroken }: MailLayout): string {
  if (unbroken === undefined) return html;
  return html.replace(escapeHtml(unbroken), (found) => `<span style="white-space:nowrap">${found}</span>`);
}

function renderCopyHint(block: MailBlock): string {
  if (block.kind !== 'action') return '';
  const url = escapeHtml(block.url);
  return `<p style="margin:0 0 1rem;opacity:.8">${escapeHtml(block.copyHint)}<br><a href="${url}" style="color:inherit;word-break:break-all">${url}</a></p>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
