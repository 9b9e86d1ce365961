import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { QuarantinedRow } from '../canonical.ts';
import type { Importer } from '../importer.ts';
import { closeFile, findFile, insertFile, type NewFile } from '../ledger.queries.ts';
import { RefusedFile } from '../refused-file.ts';
import { type FileReport, idleReport } from '../report.ts';
import { CopyText } from '../writer/copy-rows.ts';
import { Counts } from '../writer/counts.ts';
import { Quarantine, rawLine, shownRows, writeRawRows } from '../writer/kept-rows.ts';
import { type TimetableTask, writeLines, writeStops } from '../writer/timetable.ts';
import { exportOf, notesOf, operatorOf, refusalOf } from './judge.ts';
import { readTables, type TableName, type Tables, tableNames } from './read-tables.ts';
import { mapRoutes } from './routes.ts';
import { mapStops } from './stops.ts';
import type { Mapped, Table } from './table.ts';
import { ownLanguage, Translations } from './translations.ts';

const format = 'gtfs';

export interface GtfsOptions {
  /** The operator that the timetable is of; without it the feed itself must tell. */
  operatorCode?: string | undefined;
  /** What the delivery is called; the last part of its path when it lies there as it was delivered. */
  name?: string | undefined;
}

/**
 * Imports stops and lines of a GTFS folder (or of one of its files) for an operator. The tables of a feed are one
 * delivery: written, refused or known together. Stops and lines that a newer feed no longer names stay, since past
 * trips were made there.
 */
export async function importGtfs(importer: Importer, place: string, options: GtfsOptions = {}): Promise<FileReport> {
  const { operatorCode, name: given = path.basename(path.resolve(place)) } = options;
  const refused = (name: string, reason: string) => idleReport({ name, format, status: 'refused', reason });
  try {
    const { tables, foreign, modifiedMs, ...print } = await readPlace(place);
    const operator = operatorOf(importer.operators, operatorCode, tables.agency);
    if (typeof operator === 'string') return refused(`${operatorCode ?? '?'}/${given}`, operator);
    const name = `${operator.code}/${given}`;
    const refusal = foreign ?? refusalOf(tables);
    const entry: NewFile = {
      format,
      name,
      ...print,
      exportedAt: exportOf(tables.feed_info, modifiedMs, importer.clock.now()),
    };
    return await importer.exclusively(async () => {
      const { client } = importer;
      const known = await findFile(client, entry);
      if (known?.refusal != null) return refused(name, known.refusal);
      if (known) return idleReport({ name, format, status: 'unchanged' });
      const fileId = await insertFile(client, entry, refusal);
      if (refusal !== null) return refused(name, refusal);
      const task = { client, operatorCode: operator.code, exportedAt: entry.exportedAt };
      const { notes, ...written } = await writeTables(task, entry, tables);
      await closeFile(client, fileId, written.counts);
      const told = new Map([...notesOf(tables, operator, importer.clock.now()), ...notes]);
      return { name, format, status: 'imported', notes: told, ...written };
    });
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return refused(`${operatorCode ?? '?'}/${given}`, error.message);
  }
}

/** One table alone still has its names in all languages from the tables beside it. */
async function readPlace(place: string): ReturnType<typeof readTables> {
  if ((await stat(place)).isDirectory()) return await readTables(place, tableNames);
  const left: TableName = path.basename(place) === 'stops.txt' ? 'routes' : 'stops';
  return await readTables(
    path.dirname(place),
    tableNames.filter((name) => name !== left),
  );
}

type Written = Pick<FileReport, 'rows' | 'counts' | 'quarantined' | 'reasons' | 'notes'>;

async function writeTables(task: TimetableTask, feed: NewFile, tables: Tables): Promise<Written> {
  const translations = new Translations(tables.translations, ownLanguage(tables.feed_info, tables.agency));
  const quarantined: QuarantinedRow[] = [];
  const [reasons, notes] = [new Map<string, number>(), new Map<string, number>()];
  const written = { rows: 0, counts: new Counts(), quarantined, reasons, notes };
  const { stops, routes } = tables;
  const parts = [
    stops && { kind: 'stops' as const, table: stops, ...prepareStops(task, stops, translations) },
    routes && { kind: 'lines' as const, table: routes, ...prepareLines(task, routes, translations) },
  ];
  for (const part of parts) {
    if (!part) continue;
    const counts = new Counts();
    counts.add(part.kind, { ...(await part.write()), quarantined: part.bad.length });
    await keepRows(task.client, { ...feed, name: `${feed.name}/${part.file}` }, { ...part, counts });
    written.rows += part.table.raw.length;
    written.counts.merge(counts);
    const inFile = part.bad.map((row) => ({ ...row, detail: `${part.file}, ${row.detail}` }));
    quarantined.push(...inFile.slice(0, shownRows - quarantined.length));
    for (const { reason } of part.bad) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    for (const [note, times] of part.notes) notes.set(note, times);
  }
  return written;
}

interface Prepared extends Pick<Mapped<never>, 'bad' | 'notes'> {
  file: string;
  write: () => ReturnType<typeof writeStops>;
}

function prepareStops(task: TimetableTask, table: Table, translations: Translations): Prepared {
  const { records, ...told } = mapStops(table, translations);
  return { file: 'stops.txt', ...told, write: () => writeStops(task, records) };
}

function prepareLines(task: TimetableTask, table: Table, translations: Translations): Prepared {
  const { records, ...told } = mapRoutes(table, translations);
  return { file: 'routes.txt', ...told, write: () => writeLines(task, records) };
}

/** Each table has a ledger entry of its own beside the feed's, to which its rows and its quarantine belong. */
async function keepRows(
  client: TimetableTask['client'],
  entry: NewFile,
  part: { table: Table; bad: QuarantinedRow[]; counts: Counts },
): Promise<void> {
  const fileId = await insertFile(client, entry);
  const raw = new CopyText();
  for (const row of part.table.raw) raw.add(rawLine(fileId, row));
  await writeRawRows(client, raw);
  await new Quarantine(client, fileId).add(part.bad);
  await closeFile(client, fileId, part.counts);
}
