import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { licenceLists } from '../../licence-lists.ts';

/** A package of a bundle, as Vite writes it. */
interface Licence {
  name: string;
  version: string;
  /** Such as `MIT`. */
  identifier?: string;
  text?: string;
}

const introduction = 'The scripts of these pages contain the following packages of others, under these licences.';
const line = '-'.repeat(80);

/**
 * Writes `licences.txt`, which the server hands out: nearly every licence wants its text to go along with each copy, and
 * a browser gets a copy of the scripts.
 * @throws If a package brings no text.
 */
export async function writeLicences(folder: string): Promise<void> {
  const names = Object.values(licenceLists).map((name) => path.join(folder, name));
  const lists = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  const licences = lists.flatMap((list): Licence[] => JSON.parse(list));
  const parts = new Map(licences.map((licence) => [`${licence.name} ${licence.version}`, partOf(licence)]));
  const sorted = [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  await writeFile(path.join(folder, 'licences.txt'), `${[introduction, ...sorted].join(`\n\n${line}\n`)}\n`);
}

function partOf({ name, version, identifier, text }: Licence): string {
  if (text === undefined)
    throw new Error(`${name} ${version} brings no text of its licence (${identifier ?? 'unknown'})`);
  return `${name} ${version} (${identifier ?? 'see below'})\n\n${text}`;
}
