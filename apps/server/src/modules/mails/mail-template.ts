/** One piece of a mail, in reading order. */
export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'action'; readonly label: string; readonly url: string; readonly copyHint: string };

export interface MailLayout {
  readonly language: string;
  readonly title: string;
  readonly blocks: readonly MailBlock[];
  readonly signature: string;
  readonly footer: string;
  readonly accent: string;
  readonly accentText: string;
}

/** The plain form: paragraphs and the bare address, for readers without HTML. */
export function renderText({ blocks, signature, footer }: MailLayout): string {
  const body = blocks.map((block) => (block.kind === 'paragraph' ? block.text : `${block.label}\n${block.url}`));
  return `${[...body, signature, '-- ', footer].join('\n\n')}\n`;
}

/** The same as a page that needs no images, no tables and no style sheet. Everything put in is escaped. */
export function renderHtml(layout: MailLayout): string {
  const { language, title, blocks, signature, footer } = layout;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0 auto;max-width:36rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word">
<h1 style="font-size:1.375rem;line-height:1.25">${escapeHtml(title)}</h1>
${blocks.map((block) => renderBlock(block, layout)).join('\n')}
<p>${escapeHtml(signature)}</p>
<p style="font-size:.875rem">${escapeHtml(footer)}</p>
</body>
</html>
`;
}

function renderBlock(block: MailBlock, { accent, accentText }: MailLayout): string {
  if (block.kind === 'paragraph') return `<p>${escapeHtml(block.text)}</p>`;
  const url = escapeHtml(block.url);
  if (block.kind === 'link') return `<p style="font-size:.875rem"><a href="${url}">${escapeHtml(block.label)}</a></p>`;
  const button = `display:inline-block;padding:.75rem 1.25rem;border-radius:.375rem;font-weight:600;text-decoration:none;background:${accent};color:${accentText}`;
  return `<p><a href="${url}" style="${button}">${escapeHtml(block.label)}</a></p>
<p style="font-size:.875rem">${escapeHtml(block.copyHint)}<br><a href="${url}" style="word-break:break-all">${url}</a></p>`;
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
