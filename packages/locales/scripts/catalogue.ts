import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keysOf, tableOf } from '@tapfolio/domain/keys-of.ts';
import { type Locale, locales } from '@tapfolio/domain/locale.ts';
import { type PartName, parts } from '../src/parts.ts';
import { composeFaults } from './compose-faults.ts';

/** Full key (`trips.title`) to ICU text. */
export type Messages = Record<string, string>;

/** Every text of every language, as written, by part. */
export type Catalogues = Record<Locale, Record<PartName, Messages>>;

const folder = join(import.meta.dirname, '..', 'messages');

async function readNamespace(locale: Locale, namespace: string): Promise<Messages> {
  const file = join(folder, locale, `${namespace}.json`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  let entries: [string, unknown][];
  try {
    entries = Object.entries(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is not JSON`, { cause });
  }
  return Object.fromEntries(
    entries.map(([key, message]) => {
      if (typeof message !== 'string') throw new Error(`${file}: ${key} is not a text`);
      return [`${namespace}.${key}`, message];
    }),
  );
}

/** Names of all parts, typed. */
export const partNames = keysOf(parts);

const starts = partNames
  .flatMap((part) => parts[part].map((start) => ({ part, start })))
  .sort((a, b) => b.start.length - a.start.length);

/** The part that contains a text: the one with the longest matching prefix of its key, else `rest`. */
function partOf(key: string): PartName {
  return starts.find(({ start }) => key.startsWith(start.includes('.') ? start : `${start}.`))?.part ?? 'rest';
}

/** The file names of all languages, without the file of the names of things, from which sentences are composed. */
async function findNamespaces(): Promise<string[]> {
  const files = await Promise.all(locales.map((locale) => readdir(join(folder, locale))));
  const names = new Set(files.flat().map((file) => file.replace(/\.json$/, '')));
  names.delete('things');
  return [...names].sort();
}

/** The two files with the texts of error codes differ in when they are loaded, not in how a code is looked up. */
function publishedKey(key: string): string {
  return key.replace(/^faults\./, 'errors.');
}

function isSaidBetter(key: string, daily: ReadonlySet<string>): boolean {
  return key.startsWith('faults.') && daily.has(publishedKey(key));
}

async function readLocale(locale: Locale, namespaces: readonly string[]): Promise<Record<PartName, Messages>> {
  const read = await Promise.all(namespaces.map((name) => readNamespace(locale, name)));
  const all = Object.entries<string>(Object.assign(composeFaults(await readNamespace(locale, 'things')), ...read));
  const daily = new Set(all.map(([key]) => key).filter((key) => key.startsWith('errors.')));
  // A written sentence, which the browser always holds, wins over a composed one.
  const isInPart = (key: string, part: PartName) => partOf(key) === part && !isSaidBetter(key, daily);
  const textsOf = (part: PartName): Messages =>
    Object.fromEntries(all.flatMap(([key, text]) => (isInPart(key, part) ? [[publishedKey(key), text]] : [])));
  return tableOf(partNames.map((part) => [part, textsOf(part)]));
}

/** Reads all source texts. A missing namespace counts as empty. */
export async function readCatalogues(): Promise<Catalogues> {
  const namespaces = await findNamespaces();
  return tableOf(
    await Promise.all(locales.map(async (locale) => [locale, await readLocale(locale, namespaces)] as const)),
  );
}
