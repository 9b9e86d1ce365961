/**
 * One million generated taps and trips through the real importer, parse included, against server-side COPY of the very
 * rows that it made into the same tables of a second database on the same server. Usage:
 * node bench/import.ts [--rows 1000000] [--rounds 1]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@tapfolio/server/src/database/embedded-postgres.ts';
import { migrate } from '@tapfolio/server/src/database/migrate.ts';
import { importEnghouseFolder } from '@tapfolio/server/src/feeds/enghouse/import-folder.ts';
import { Importer } from '@tapfolio/server/src/feeds/importer.ts';
import { generateFeed } from '@tapfolio/server/test/generated-feed.ts';
import pg from 'pg';
import { median, report } from './lib/result.ts';

const goal = 0.4;
/** Of 13 rows, 8 are taps and 5 are fares. */
const tapShare = 8 / 13;
const tables = ['feed_files', 'feed_rows', 'media', 'tap_lookups', 'trip_lookups', 'taps', 'trips'];
const operators = [
  { code: '77', name: 'London', timeZone: 'Europe/London', dayCut: '04:30', currency: 'GBP', home: true },
];

const { values } = parseArgs({ options: { rows: { type: 'string' }, rounds: { type: 'string' } } });
const rows = Number(values.rows ?? 1_000_000);
const rounds = Number(values.rounds ?? 1);

const home = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-bench-import-'));
const server = await startEmbeddedPostgres({
  dataDirectory: path.join(home, 'data'),
  settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
});
try {
  const feed = await generateFeed(home, { taps: Math.round(rows * tapShare), cards: Math.ceil(rows / 10), days: 7 });
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const imported = await timeImport(`imported_${round}`);
    const copied = await timeCopy(`imported_${round}`, `copied_${round}`);
    ratios.push(copied / imported);
    say(
      `round ${round}: import ${perSecond(imported)}, COPY ${perSecond(copied)}, ratio ${(copied / imported).toFixed(2)}`,
    );
  }
  say(`${feed.trips} trips; memory of the importing process ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
  report([
    {
      name: 'import of 1 million taps and trips',
      measured: median(ratios),
      unit: 'ratio',
      goal,
      better: 'more',
      detail: 'server-side COPY of the resulting rows into the same tables',
    },
  ]);
} finally {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}

/** Seconds from opening the first file to the last commit. */
async function timeImport(database: string): Promise<number> {
  const url = await createDatabase(database);
  const importer = await Importer.open({ databaseUrl: url, operators, mediumKey: Buffer.alloc(32, 'bench') });
  await checkpoint();
  const startedAt = performance.now();
  const reports = await importEnghouseFolder(importer, home, () => {});
  const seconds = (performance.now() - startedAt) / 1000;
  await importer.close();
  const bad = reports.filter(({ status, quarantined }) => status !== 'imported' || quarantined.length > 0);
  if (bad.length > 0) throw new Error(`The import went wrong: ${JSON.stringify(bad)}`);
  return seconds;
}

/** Seconds for the same rows by COPY from files of the server, one transaction. */
async function timeCopy(from: string, to: string): Promise<number> {
  const folder = await dump(from);
  const url = await createDatabase(to);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select ensure_months(timestamptz '2025-09-01Z', timestamptz '2025-12-01Z')");
  await checkpoint();
  const startedAt = performance.now();
  await client.query('begin');
  for (const table of tables) await client.query(`copy ${table} from '${folder}/${from}_${table}.copy'`);
  await client.query('commit');
  const seconds = (performance.now() - startedAt) / 1000;
  await client.end();
  return seconds;
}

/** Writes the rows of the import into files beside the server's data, which only the server can read. */
async function dump(database: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl(database) });
  await client.connect();
  const { rows: found } = await client.query<{ data_directory: string }>('show data_directory');
  const folder = found[0]?.data_directory ?? '';
  for (const table of tables) {
    const source = ['feed_rows', 'taps', 'trips'].includes(table) ? `(select * from ${table})` : table;
    await client.query(`copy ${source} to '${folder}/${database}_${table}.copy'`);
  }
  await client.end();
  return folder;
}

/** Neither side pays for what was written before; only the owner may ask for it. */
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

function perSecond(seconds: number): string {
  return `${seconds.toFixed(1)} s (${Math.round(rows / seconds / 1000)} k rows/s)`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
