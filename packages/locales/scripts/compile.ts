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

function findGaps(catalogues: Catalogues): string[] {
  return locales.flatMap((locale) => {
    const missing = partNames.flatMap((part) =>
      Object.keys(catalogues[defaultLocale][part]).filter((key) => !(key in catalogues[locale][part])),
    );
    return missing.length > 0 ? [`${locale}: ${missing.length} texts missing, first ${missing[0]}`] : [];
  });
}
