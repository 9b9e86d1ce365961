import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locale, locales } from '@tapfolio/domain/locale.ts';
import { type PartName, parts } from '../src/parts.ts';

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

async function readPart(locale: Locale, part: PartName): Promise<Messages> {
  return Object.assign({}, ...(await Promise.all(parts[part].map((name) => readNamespace(locale, name)))));
}

/** Names of all parts, typed. */
export const partNames: readonly PartName[] = ['public', 'forms', 'area', 'documents'];

/** Reads all source texts; a namespace not written yet counts as empty. */
export async function readCatalogues(): Promise<Catalogues> {
  const read = async (locale: Locale) => {
    const [open, forms, area, documents] = await Promise.all(partNames.map((part) => readPart(locale, part)));
    return [locale, { public: open, forms, area, documents }] as const;
  };
  return Object.fromEntries(await Promise.all(locales.map(read))) as Catalogues; // keys are exactly `locales`
}
