import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRequest, RenderPages } from '@tapfolio/contracts/pages.ts';

const theme = { accent: '#0b5fb0', accentText: '#ffffff', accentDark: '#8cc2ff', accentTextDark: '#06243f' };

/** Writes `pages/<language>/<name>.html` and a manifest with the style hashes for the content security policy. */
export async function writePages(folder: string, config: PageRequest['config']): Promise<void> {
  // The same build has just made the renderer.
  const renderer = (await import(pathToFileURL(path.join(folder, 'server/pages.js')).href)) as {
    renderPages: RenderPages;
  };
  const pages = await renderer.renderPages({ config, theme, folder });
  for (const { locale, name, html } of pages) {
    const file = path.join(folder, 'pages', locale, `${name}.html`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, html);
  }
  const manifest = pages.map(({ html, ...page }) => ({ ...page, bytes: Buffer.byteLength(html) }));
  await writeFile(path.join(folder, 'pages/manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
