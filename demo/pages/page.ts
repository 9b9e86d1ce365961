/** The frame of the demonstration's own pages: plain HTML without any script, light and dark. */

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
  form { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem 1rem; align-items: end }
  label { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem }
  form.row { display: flex; flex-wrap: wrap; align-items: center; margin-block-end: .75rem }
  form.row p { flex: 1 1 20rem; margin: 0 }
  input, select, textarea, button { font: inherit; min-block-size: 2.75rem; padding: .5rem .75rem; max-inline-size: 100%;
    color: inherit; background: light-dark(#fff, #1f242b); border: 1px solid var(--line); border-radius: .25rem }
  button { border-color: var(--accent); color: var(--accent); cursor: pointer }
  small { color: light-dark(#4b5563, #b6bfca) }
  .scroll { overflow-x: auto }
  td { min-inline-size: 6rem }
  table { border-collapse: collapse; inline-size: 100% }
  caption { text-align: start; padding-block-end: .5rem }
  th, td { text-align: start; vertical-align: top; padding: .5rem .75rem .5rem 0; border-block-end: 1px solid var(--line) }
  td.amount, th.amount { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums }
`;

export interface PlainPage {
  title: string;
  /** The name of the service, for the title of the browser's tab. */
  service: string;
  /** The content, as HTML. */
  content: string;
}

/** Returns a page of one of the demo's own services, as HTML. */
export function page({ title, service, content }: PlainPage): string {
  return `<!doctype html>
<html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${escaped(title)} – ${escaped(service)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`;
}

/** Escapes text for HTML, also for an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
