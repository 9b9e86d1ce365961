import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { QuarantinedRow } from '../canonical.ts';
import type { Importer } from '../importer.ts';
import { closeFile, findFile, insertFile, type NewFile } from '../ledger.queries.ts';
import type { Operator } from '../operators.ts';
import { type FileReport, idleReport } from '../report.ts';
import { foreignEncoding } from '../text/foreign-encoding.ts';
import { CopyText } from '../writer/copy-rows.ts';
import { Counts } from '../writer/counts.ts';
import { Quarantine, rawLine, writeRawRows } from '../writer/kept-rows.ts';
import { type TimetableTask, writeLines, writeStops } from '../writer/timetable.ts';
import { mapRoutes } from './routes.ts';
import { mapStops } from './stops.ts';
import { readTable, type Table } from './table.ts';
import { isUsable, ownLanguage, Translations } from './translations.ts';

const format = 'gtfs';
const tableNames = ['stops', 'routes', 'translations', 'agency', 'feed_info'] as const;
type Tables = Partial<Record<(typeof tableNames)[number], Table>>;

/**
 * Imports stops and lines of a GTFS folder (or of one of its files) for an operator. The tables of a feed are one
 * delivery: written, refused or known together. Stops and lines that a newer feed no longer names stay, since past
 * trips were made there.
 */
export async function importGtfs(importer: Importer, place: string, operatorCode?: string): Promise<FileReport> {
  const operator = operatorCode === undefined ? importer.operators.home : importer.operators.find(operatorCode);
  const name = `${operator?.code ?? operatorCode}/${path.basename(path.resolve(place))}`;
  if (!operator) return idleReport({ name, format, status: 'refused', reason: 'the operator is not configured' });
  const { tables, foreign, ...delivery } = await readTables(place);
  const refusal = foreign ?? refusalOf(tables);
  const entry: NewFile = { format, name, ...delivery, exportedAt: versionOf(tables.feed_info) ?? delivery.exportedAt };
  return await importer.exclusively(async () => {
    const { client } = importer;
    const known = await findFile(client, entry);
    if (known?.refusal != null) return idleReport({ name, format, status: 'refused', reason: known.refusal });
    if (known) return idleReport({ name, format, status: 'unchanged' });
    const fileId = await insertFile(client, entry, refusal);
    if (refusal !== null) return idleReport({ name, format, status: 'refused', reason: refusal });
    const task = { client, operatorCode: operator.code, exportedAt: entry.exportedAt };
    const written = await writeTables(task, entry, tables);
    await closeFile(client, fileId, written.counts);
    return { name, format, status: 'imported', notes: notesOf(tables, operator), ...written };
  });
}

type Written = Pick<FileReport, 'rows' | 'counts' | 'quarantined' | 'reasons'>;

async function writeTables(task: TimetableTask, feed: NewFile, tables: Tables): Promise<Written> {
  const translations = new Translations(tables.translations, ownLanguage(tables.feed_info, tables.agency));
  const written = {
    rows: 0,
    counts: new Counts(),
    quarantined: [] as QuarantinedRow[],
    reasons: new Map<string, number>(),
  };
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
    written.quarantined.push(...inFile);
    for (const { reason } of part.bad) written.reasons.set(reason, (written.reasons.get(reason) ?? 0) + 1);
  }
  return written;
}

interface Prepared {
  file: string;
  bad: QuarantinedRow[];
  write: () => ReturnType<typeof writeStops>;
}

function prepareStops(task: TimetableTask, table: Table, translations: Translations): Prepared {
  const { records, bad } = mapStops(table, translations);
  return { file: 'stops.txt', bad, write: () => writeStops(task, records) };
}

function prepareLines(task: TimetableTask, table: Table, translations: Translations): Prepared {
  const { records, bad } = mapRoutes(table, translations);
  return { file: 'routes.txt', bad, write: () => writeLines(task, records) };
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

interface Delivery extends Pick<NewFile, 'contentHash' | 'sizeBytes' | 'exportedAt'> {
  tables: Tables;
  /** Why one of the tables cannot be text. */
  foreign: string | undefined;
}

async function readTables(place: string): Promise<Delivery> {
  const single = !(await stat(place)).isDirectory();
  const folder = single ? path.dirname(place) : place;
  // One table alone still has its names in all languages from the tables beside it.
  const left = single && path.basename(place) === 'stops.txt' ? 'routes' : 'stops';
  const wanted = tableNames.filter((name) => !single || name !== left);
  const tables: Tables = {};
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let newestMs = 0;
  let foreign: string | undefined;
  for (const name of wanted) {
    const file = path.join(folder, `${name}.txt`);
    const found = await stat(file).catch(() => undefined);
    if (!found) continue;
    const bytes = await readFile(file);
    hash.update(name).update(bytes);
    sizeBytes += bytes.length;
    newestMs = Math.max(newestMs, found.mtimeMs);
    const problem = foreignEncoding(bytes);
    foreign ??= problem && `${name}.txt: ${problem}`;
    tables[name] = await readTable(file);
  }
  return { tables, foreign, contentHash: hash.digest(), sizeBytes, exportedAt: new Date(newestMs).toISOString() };
}

function refusalOf({ stops, routes }: Tables): string | null {
  if (!stops && !routes) return 'there is neither stops.txt nor routes.txt';
  if (stops && stops.header.missing(['stop_id', 'stop_name']).length > 0)
    return 'stops.txt has no stop_id or stop_name';
  if (routes && routes.header.missing(['route_id', 'route_type']).length > 0) {
    return 'routes.txt has no route_id or route_type';
  }
  return null;
}

/** What an operator of the portal should hear of, though the feed loads. */
function notesOf({ stops, routes, translations, agency }: Tables, operator: Operator): Map<string, number> {
  const zones = new Set(agency?.rows.map((row) => row.get('agency_timezone')).filter((zone) => zone !== null));
  const isElsewhere = zones.size > 0 && !zones.has(operator.timeZone);
  const useless = translations?.rows.filter((row) => !isUsable(row)).length ?? 0;
  const notes: [string, number][] = [
    ['stops.txt is missing; stops stay as they are', stops ? 0 : 1],
    ['routes.txt is missing; lines stay as they are', routes ? 0 : 1],
    [
      `agency.txt says ${[...zones].join(', ')}; ${operator.code} is configured for ${operator.timeZone}`,
      Number(isElsewhere),
    ],
    ['translations that name no text to translate', useless],
  ];
  return new Map(notes.filter(([, times]) => times > 0));
}

/** When the feed was made: its version where that is a time, else its first day; the files' own dates come last. */
function versionOf(feedInfo: Table | undefined): string | undefined {
  const [info] = feedInfo?.rows ?? [];
  const version = info?.get('feed_version') ?? '';
  if (/^20\d\d-\d\d-\d\dT\d\d:\d\d/.test(version) && !Number.isNaN(Date.parse(version))) {
    return new Date(version).toISOString();
  }
  const start = /^(20\d\d)(0[1-9]|1[0-2])(\d\d)$/.exec(info?.get('feed_start_date') ?? '');
  return start ? `${start[1]}-${start[2]}-${start[3]}T00:00:00Z` : undefined;
}
