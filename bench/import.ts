/**
 * Imports generated taps and trips with the real importer, parsing included. The comparison is a server-side COPY of the same rows
 * into the same tables of a second database on the same server. Three cases: a million rows into an empty database, a second
 * import into the filled database, and the first import of a history of many files, before the database has statistics on its months.
 * Usage: node bench/import.ts [--rows 1000000] [--rounds 1] [--only first|second|history]
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@tapfolio/embedded-postgres/embedded-postgres.ts';
import { migrate } from '@tapfolio/server/src/database/migrate.ts';
import { enghouse } from '@tapfolio/server/src/feeds/enghouse/format.ts';
import { importFolder } from '@tapfolio/server/src/feeds/import-folder.ts';
import { Importer } from '@tapfolio/server/src/feeds/importer.ts';
import { generateFeed } from '@tapfolio/server/test/generated-feed.ts';
import pg from 'pg';
import { makeDatabaseHome } from './lib/database-home.ts';
import { type BenchResult, median, report } from './lib/result.ts';

const goal = 0.4;
/** Of 13 rows, 8 are taps and 5 are fares. */
const tapShare = 8 / 13;
/** For each table that a file fills: how to find the file's rows. */
const tables = {
  feed_files: 'file_id > $1',
  feed_rows: 'file_id > $1',
  media: 'medium_id in (select medium_id from taps where file_id > $1)',
  tap_lookups: 'tap_id in (select tap_id from taps where file_id > $1)',
  trip_lookups: 'trip_id in (select trip_id from trips where file_id > $1)',
  taps: 'file_id > $1',
  trips: 'file_id > $1',
};
const operators = [
  { code: '77', name: 'London', timeZone: 'Europe/London', dayCut: '04:30', currency: 'GBP', home: true },
];

const { values } = parseArgs({
  options: { rows: { type: 'string' }, rounds: { type: 'string' }, only: { type: 'string' } },
});
const rows = Number(values.rows ?? 1_000_000);
const rounds = Number(values.rounds ?? 1);

interface Case {
  name: string;
  title: string;
  /** Imported and copied first, without measuring the time. */
  before: string[];
  timed: string;
  rows: number;
}

const home = makeDatabaseHome();
const server = await startEmbeddedPostgres({
  dataDirectory: path.join(home.folder, 'data'),
  settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
});
try {
  const outcomes: BenchResult[] = [];
  for (const one of await prepareCases()) outcomes.push(await measure(one));
  say(`memory of the importing process ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
  report(outcomes);
} finally {
  await server.stop();
  home.remove();
}

async function prepareCases(): Promise<Case[]> {
  const week = Math.round(rows / 4);
  const cases = [
    {
      name: 'first',
      title: 'first import, 1 million taps and trips',
      rows,
      before: [],
      make: () => feed('first', rows, '2025-10-01'),
    },
    {
      name: 'second',
      title: 'second import, beside the first',
      rows: week,
      before: [() => feed('second-before', week, '2025-10-01')],
      make: () => feed('second', week, '2025-10-08'),
    },
    {
      name: 'history',
      title: 'first import of a history, a year in 24 files',
      rows: rows / 2,
      before: [],
      make: history,
    },
  ].filter(({ name }) => values.only === undefined || values.only === name);
  const prepared: Case[] = [];
  for (const { make, before, ...one } of cases) {
    prepared.push({ ...one, before: await Promise.all(before.map((each) => each())), timed: await make() });
  }
  return prepared;
}

/** A file with the taps of one week, and the file with their fares. */
async function feed(name: string, count: number, firstDay: string, days = 7): Promise<string> {
  const folder = path.join(home.folder, 'feeds', name);
  mkdirSync(folder, { recursive: true });
  await generateFeed(folder, { taps: Math.round(count * tapShare), cards: Math.ceil(count / 10), days, firstDay });
  return folder;
}

async function history(): Promise<string> {
  for (let month = 1; month <= 12; month += 1) {
    await feed('history', rows / 24, `2024-${String(month).padStart(2, '0')}-01`, 28);
  }
  return path.join(home.folder, 'feeds', 'history');
}

async function measure({ name, title, before, timed, rows: count }: Case): Promise<BenchResult> {
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const { imported, copied } = await race(`${name}_${round}`, before, timed);
    ratios.push(copied / imported);
    const ratio = (copied / imported).toFixed(2);
    say(`${name} ${round}: import ${perSecond(count, imported)}, COPY ${perSecond(count, copied)}, ratio ${ratio}`);
  }
  const detail = 'server-side COPY of the resulting rows into the same tables';
  return { name: title, measured: median(ratios), unit: 'ratio', goal, better: 'more', detail };
}

/** Seconds for the import and for the COPY. */
async function race(name: string, before: string[], timed: string): Promise<{ imported: number; copied: number }> {
  const [from, to] = [`imported_${name}`, `copied_${name}`];
  const url = await createDatabase(from);
  for (const folder of before) await timeImport(url, folder);
  const lastFile = await newestFile(from);
  await createDatabase(to);
  if (before.length > 0) await timeCopy(to, await dump(from, 0));
  const imported = await timeImport(url, timed);
  return { imported, copied: await timeCopy(to, await dump(from, lastFile)) };
}

/** Seconds from the opening of the first file to the last commit. */
async function timeImport(url: string, folder: string): Promise<number> {
  const importer = await Importer.open({ databaseUrl: url, operators, mediumKey: Buffer.alloc(32, 'bench') });
  await checkpoint();
  const startedAt = performance.now();
  const reports = await importFolder(importer, folder, { format: enghouse });
  const seconds = (performance.now() - startedAt) / 1000;
  await importer.close();
  const bad = reports.filter(({ status, quarantined }) => status !== 'imported' || quarantined.length > 0);
  if (bad.length > 0) throw new Error(`The import went wrong: ${JSON.stringify(bad)}`);
  return seconds;
}

/** Seconds for the same rows by COPY from files of the server, one transaction. */
async function timeCopy(to: string, folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl(to) });
  await client.connect();
  await client.query("select ensure_months(timestamptz '2024-01-01Z', timestamptz '2025-12-01Z')");
  await client.query('select ensure_feed_weeks(current_date)');
  await checkpoint();
  const startedAt = performance.now();
  await client.query('begin');
  for (const table of Object.keys(tables)) await client.query(`copy ${table} from '${folder}/bench_${table}.copy'`);
  await client.query('commit');
  const seconds = (performance.now() - startedAt) / 1000;
  await client.end();
  return seconds;
}

/** Writes the rows of all files after the given one into files in the server's data directory, which only the server can read. */
async function dump(database: string, lastFile: number): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl(database) });
  await client.connect();
  const { rows: found } = await client.query<{ data_directory: string }>('show data_directory');
  const folder = found[0]?.data_directory ?? '';
  for (const [table, isNewer] of Object.entries(tables)) {
    const source = `(select * from ${table} where ${isNewer.replace('$1', String(lastFile))})`;
    await client.query(`copy ${source} to '${folder}/bench_${table}.copy'`);
  }
  await client.end();
  return folder;
}

async function newestFile(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl(database) });
  await client.connect();
  const { rows: found } = await client.query<{ newest: number }>(
    'select coalesce(max(file_id), 0)::int as newest from feed_files',
  );
  await client.end();
  return found[0]?.newest ?? 0;
}

/** Makes a checkpoint, so that neither measurement includes earlier writes. Only the owner may do so. */
async function checkpoint(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  await migrate({ url: databaseUrl(name) });
  return databaseUrl(name);
}

function databaseUrl(name: string): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

function perSecond(count: number, seconds: number): string {
  return `${seconds.toFixed(1)} s (${Math.round(count / seconds / 1000)} k rows/s)`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
