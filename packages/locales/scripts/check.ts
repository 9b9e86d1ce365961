// Lists all problems of the texts, and exits with 1 if there are any. Usage: node packages/locales/scripts/check.ts
import { defaultLocale } from '@tapfolio/domain/locale.ts';
import { readCatalogues } from './catalogue.ts';
import { findProblems } from './problems.ts';
import { readSources, unnamedKeys } from './unnamed-keys.ts';

const catalogues = await readCatalogues();
const problems = findProblems(catalogues);
const keys = Object.values(catalogues[defaultLocale]).flatMap((messages) => Object.keys(messages));
for (const key of unnamedKeys(keys, await readSources())) problems.push(`${key}: no source names it`);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
