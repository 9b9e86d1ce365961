<<<<<<< HEAD
=======
import { readdir, readFile, rm } from 'node:fs/promises';
>>>>>>> wip-code
import { join } from 'node:path';
import { defaultLocale, locales } from '@tapfolio/domain/locale.ts';
import { type Catalogues, partNames, readCatalogues } from './catalogue.ts';
import { generate } from './generate.ts';
import { replaceFiles } from './replace-files.ts';

const folder = join(import.meta.dirname, '..', 'src', 'generated');

/**
 * Writes `src/generated` from `messages/` and deletes all other files and folders there. A missing text falls back to the default language.
 * Returns a line for each language with missing texts.
 */
export async function compileTexts(): Promise<string[]> {
  const catalogues = await readCatalogues();
  await replaceFiles(folder, generate(catalogues));
  return findGaps(catalogues);
}

<<<<<<< HEAD
=======
/** Replaces a file only when it differs. */
async function write(name: string, content: string): Promise<void> {
  const file = join(folder, name);
  const old = await readFile(file, 'utf8').catch(() => undefined);
  if (old === content) return;
  replaceFile(file, content);
}

/** Other processes may be writing at the same time: their temporary files do not end in `.ts`. */
async function removeOthers(files: ReadonlyMap<string, string>): Promise<void> {
  const found = await readdir(folder, { recursive: true });
  const others = found.filter((name) => name.endsWith('.ts') && !files.has(name.replaceAll('\\', '/')));
  for (const name of others) await rm(join(folder, name), { force: true });
}

>>>>>>> wip-code
function findGaps(catalogues: Catalogues): string[] {
  return locales.flatMap((locale) => {
    const missing = partNames.flatMap((part) =>
      Object.keys(catalogues[defaultLocale][part]).filter((key) => !(key in catalogues[locale][part])),
    );
    return missing.length > 0 ? [`${locale}: ${missing.length} texts missing, first ${missing[0]}`] : [];
  });
}
