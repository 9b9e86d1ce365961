// Usage: npm run -w packages/locales compile. Writes src/generated from messages/; texts not translated yet fall back to en_CA with a warning.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defaultLocale, locales } from '@tapfolio/domain/locale.ts';
import { partNames, readCatalogues } from './catalogue.ts';
import { generate } from './generate.ts';

const folder = join(import.meta.dirname, '..', 'src', 'generated');

/** Replaces a file in one step, so that a reader never sees half of it, and only when it differs. */
async function write(name: string, content: string): Promise<boolean> {
  const file = join(folder, name);
  const old = await readFile(file, 'utf8').catch(() => undefined);
  if (old === content) return false;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}`, content);
  await rename(`${file}.${process.pid}`, file);
  return true;
}

const catalogues = await readCatalogues();
for (const locale of locales) {
  const missing = partNames.flatMap((part) =>
    Object.keys(catalogues[defaultLocale][part]).filter((key) => !(key in catalogues[locale][part])),
  );
  if (missing.length > 0) console.warn(`${locale}: ${missing.length} texts missing, first ${missing[0]}`);
}
let changed = 0;
for (const [name, content] of generate(catalogues)) if (await write(name, content)) changed += 1;
console.log(`${changed} files written`);
