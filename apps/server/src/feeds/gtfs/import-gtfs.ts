import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { QuarantinedRow } from '../canonical.ts';
import type { Importer } from '../importer.ts';
import { closeFile, findFile, insertFile, type NewFile } from '../ledger.queries.ts';
import { type FileReport, idleReport } from '../report.ts';
import { Counts, type KindCounts } from '../writer/counts.ts';
import { quarantine } from '../writer/quarantine.ts';
import { writeLines, writeStops } from '../writer/timetable.ts';
import { mapRoutes } from './routes.ts';
import { mapStops } from './stops.ts';
import { type Mapped, readTable, type Table } from './table.ts';
import { ownLanguage, Translations } from './translations.ts';

const format = 'gtfs';
const tableNames = ['stops', 'routes', 'translations', 'agency', 'feed_info'] as const;
type Tables = Partial<Record<(typeof tableNames)[number], Table>>;

/**
 * Imports stops and lines of a GTFS folder (or of one of its files) for an operator. The feed's tables are one
 * delivery: they are entered in the ledger, written and refused together. Stops and lines that a newer feed no longer
 * names stay, since past trips were made there.
 */
export async function importGtfs(importer: Importer, place: string, operatorCode?: string): Promise<FileReport> {
  const operator = operatorCode === undefined ? importer.operators.home : importer.operators.find(operatorCode);
  const name = `${operator?.code ?? operatorCode}/${path.basename(path.resolve(place))}`;
  if (!operator) return idleReport({ name, format, status: 'refused', reason: 'the operator is not configured' });
  const { tables, ...delivery } = await readTables(place);
  const refusal = refusalOf(tables);
  const entry: NewFile = { format, name, ...delivery, exportedAt: versionOf(tables.feed_info) ?? delivery.exportedAt };
  return await importer.exclusively([], async () => {
    const { client } = importer;
    const known = await findFile(client, entry);
    if (known?.refusal != null) return idleReport({ name, format, status: 'refused', reason: known.refusal });
    if (known) return idleReport({ name, format, status: 'unchanged' });
    const fileId = await insertFile(client, entry, refusal);
    if (refusal !== null) return idleReport({ name, format, status: 'refused', reason: refusal });

    const translations = new Translations(tables.translations, ownLanguage(tables.feed_info, tables.agency));
    const task = { client, operatorCode: operator.code, exportedAt: entry.exportedAt };
    const counts = new Counts();
    const stops = tables.stops && mapStops(tables.stops, translations);
    const lines = tables.routes && mapRoutes(tables.routes, translations);
    if (stops) counts.add('stops', { ...(await writeStops(task, stops.records)), quarantined: stops.bad.length });
    if (lines) counts.add('lines', { ...(await writeLines(task, lines.records)), quarantined: lines.bad.length });
    const quarantined = setAside(stops, lines);
    await quarantine(client, fileId, quarantined);
    await closeFile(client, fileId, counts);
    return { name, format, status: 'imported', rows: rowsOf(counts), counts, notes: new Map(), quarantined };
  });
}

interface Delivery extends Pick<NewFile, 'contentHash' | 'sizeBytes' | 'exportedAt'> {
  tables: Tables;
}

async function readTables(place: string): Promise<Delivery> {
  const single = !(await stat(place)).isDirectory();
  const folder = single ? path.dirname(place) : place;
  const wanted = tableNames.filter((name) => !single || `${name}.txt` === path.basename(place));
  const tables: Tables = {};
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let newestMs = 0;
  for (const name of wanted) {
    const file = path.join(folder, `${name}.txt`);
    const found = await stat(file).catch(() => undefined);
    if (!found) continue;
    const bytes = await readFile(file);
    hash.update(name).update(bytes);
    sizeBytes += bytes.length;
    newestMs = Math.max(newestMs, found.mtimeMs);
    tables[name] = await readTable(file);
  }
  return { tables, contentHash: hash.digest(), sizeBytes, exportedAt: new Date(newestMs).toISOString() };
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

/** The ledger keeps one delivery for both tables; lines of routes.txt are told by their reason. */
function setAside(stops: Mapped<unknown> | undefined, lines: Mapped<unknown> | undefined): QuarantinedRow[] {
  const offset = 1_000_000;
  const ofRoutes = (lines?.bad ?? []).map((row) => ({
    ...row,
    line: row.line + offset,
    reason: `routes: ${row.reason}`,
  }));
  return [...(stops?.bad ?? []), ...ofRoutes];
}

function rowsOf(counts: Counts): number {
  const sum = (kind: KindCounts) => kind.inserted + kind.updated + kind.unchanged + kind.quarantined;
  return Object.values(counts.toJSON()).reduce((total, kind) => total + sum(kind), 0);
}
