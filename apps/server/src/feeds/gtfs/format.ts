import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Format, OpenedDelivery, Part, Recognised, RecogniseOptions, Refusal } from '../format.ts';
import { emptyChunk, type RowContext } from '../row-context.ts';
import type { Chunk } from '../writer/canonical.ts';
import { exportOf, notesOf, operatorOf, timetableRefusal } from './judge.ts';
import { readTables, type Tables, tableNames } from './read-tables.ts';
import { mapRoutes } from './routes.ts';
import { mapStops } from './stops.ts';
import type { Mapped } from './table.ts';
import { ownLanguage, Translations } from './translations.ts';

/**
 * Stops and lines of a GTFS folder, for one operator. The tables of a feed are one delivery: written, refused or known
 * together. Stops and lines that a newer feed no longer names stay, since past trips were made there.
 */
export const gtfs: Format = {
  name: 'gtfs',
  about: 'Stops and lines of a timetable; without CODE, agency.txt says whose it is',
  // A folder with these two is a timetable, and all its .txt files belong to it.
  folder: { required: ['stops.txt', 'routes.txt'], files: /\.txt$/i },
  listFiles,
  recognise,
};

/**
 * The tables of a folder that are of use, in upper or lower case; or one of them, and those beside it that have
 * its names in all languages. Ignores an entry with a table's name that is not a regular file.
 */
async function listFiles(place: string): Promise<string[]> {
  const isFolder = (await stat(place)).isDirectory();
  const folder = isFolder ? place : path.dirname(place);
  const other = path.basename(place) === 'stops.txt' ? 'routes' : 'stops';
  const wanted = tableNames.filter((name) => isFolder || name !== other);
  const entries = await readdir(folder, { withFileTypes: true });
  const found = new Map(
    entries.filter((entry) => entry.isFile()).map((entry) => [entry.name.toLowerCase(), entry.name]),
  );
  return wanted.flatMap((name) => found.get(`${name}.txt`) ?? []).map((name) => path.join(folder, name));
}

async function recognise(opened: OpenedDelivery, options: RecogniseOptions): Promise<Recognised | Refusal> {
  const { operators, operatorCode, now } = options;
  const tables = await readTables(opened.files);
  const unnamed = `${operatorCode ?? '?'}/${opened.name}`;
  if (typeof tables === 'string') return { name: unnamed, refusal: tables };
  const operator = operatorOf(operators, operatorCode, tables.agency);
  if (typeof operator === 'string') return { name: unnamed, refusal: operator };
  const modifiedMs = Math.max(0, ...opened.files.map((file) => file.modifiedMs));
  const told = { name: `${operator.code}/${opened.name}`, exportedAt: exportOf(tables.feed_info, modifiedMs, now) };
  const refusal = timetableRefusal(opened.files, tables);
  if (refusal !== null) return { ...told, refusal };
  const names = await Translations.read(tables.translations, ownLanguage(tables.feed_info, tables.agency));
  return { ...told, parts: partsOf(tables, names, operator.code), notes: notesOf(tables, names, { operator, now }) };
}

/** Each table that becomes records is a part: its rows belong to a separate entry of the ledger. */
function partsOf({ stops, routes }: Tables, names: Translations, operatorCode: string): Part[] {
  const parts: Part[] = [];
  if (stops) {
    const read = (context: RowContext) => chunksOf('stops', mapStops(stops, { names, operatorCode, context }));
    parts.push({ name: 'stops.txt', kind: 'stops', read });
  }
  if (routes) {
    const read = () => chunksOf('lines', mapRoutes(routes, { names, operatorCode }));
    parts.push({ name: 'routes.txt', kind: 'lines', read });
  }
  return parts;
}

async function* chunksOf<Kind extends 'stops' | 'lines'>(
  kind: Kind,
  pieces: AsyncIterable<Mapped<Chunk[Kind][number]>>,
): AsyncGenerator<Chunk> {
  for await (const { raw, records, bad } of pieces) yield { ...emptyChunk(), raw, quarantined: bad, [kind]: records };
}
