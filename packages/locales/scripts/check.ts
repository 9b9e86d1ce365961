// Usage: npm run -w packages/locales check. Lists what is wrong with the texts and exits with 1 when there is anything.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { readCatalogues } from './catalogue.ts';
import { generate } from './generate.ts';
import { findProblems } from './problems.ts';
import { readSources, unnamedKeys } from './unnamed-keys.ts';

const folder = join(import.meta.dirname, '..', 'src', 'generated');

async function isStale([name, content]: readonly [string, string]): Promise<boolean> {
  return (await readFile(join(folder, name), 'utf8').catch(() => '')) !== content;
}

const catalogues = await readCatalogues();
const problems = findProblems(catalogues);
const keys = Object.values(catalogues[defaultLocale]).flatMap((messages) => Object.keys(messages));
for (const key of unnamedKeys(keys, await readSources())) problems.push(`${key}: no source names it`);
for (const file of generate(catalogues)) {
  if (await isStale(file))
    problems.push(`src/generated/${file[0]}: out of date, run npm run -w packages/locales compile`);
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
