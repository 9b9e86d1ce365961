import { createHash } from 'node:crypto';
import type { PageRequest, PageTheme, RenderedPage } from '@tapfolio/contracts/pages.ts';
import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { productName } from '../lib/portal-config.ts';
import type { WebBuild } from './build.ts';

type Page = PageRequest & {
  build: WebBuild;
  locale: Locale;
  /** The markup of the screen. */
  body: string;
  /** The markup of the notice that the portal does not start. */
  failure: string;
  title: string;
  /** True if the browser hydrates the markup; otherwise it renders from the beginning. */
  isPrerendered: boolean;
  module: string | undefined;
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

/** JSON inside a script element: it may not contain `<`, or the element could end early. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const themeStyle = ({ accent, accentText, accentDark, accentTextDark }: PageTheme): string =>
  `:root{--accent:light-dark(${accent},${accentDark});--on-accent:light-dark(${accentText},${accentTextDark})}`;

/** The `--surface` of `tokens.css`, the colour of the top bar: the browser's own bar gets the same colour. */
const barColours = [
  ['light', '#ffffff'],
  ['dark', '#181d23'],
] as const;

/**
 * Writes the whole document: with its styles inside, so that the first paint waits for nothing, and with links that load the scripts
 * of the screen and of its language at once. The styles' files are named, so that the browser loads none of them again.
 */
export function writePage(page: Page): Pick<RenderedPage, 'html' | 'styleSources'> {
  const { build, config, locale } = page;
  const texts = `../../packages/locales/src/generated/${locale}/public.ts`;
  const { scripts, styles } = build.filesOf([texts, ...(page.module ? [page.module] : [])]);
  const style = styles.map(build.textOf).join('\n') + themeStyle(page.theme);
  const styleHash = createHash('sha256').update(style).digest('base64');
  const preloads = scripts
    .filter((file) => file !== build.entry)
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const html = `<!doctype html>
<html lang="${toBcp47(locale)}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
${barColours.map(([scheme, colour]) => `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}">`).join('')}
<meta name="description" content="${escaped(`${productName(config.brand, locale)} – ${config.brand.name}`)}">
<title>${escaped(page.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style data-files="${styles.map((file) => `/${file}`).join(' ')}">${style}</style>
${preloads.join('')}
<script type="module" crossorigin src="/${build.entry}"></script>
<script type="application/json" id="portal-config">${json(config)}</script>
</head>
<body><div id="root"${page.isPrerendered ? ' data-prerendered' : ''}>${page.body}</div>${page.failure}</body>
</html>
`;
  return { html, styleSources: [`'sha256-${styleHash}'`] };
}
