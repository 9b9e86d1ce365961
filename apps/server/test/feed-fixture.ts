import { createSecretKey } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Operator } from '../src/config/config.operator.ts';
import type { StopMap } from '../src/config/config.schema.ts';
import { enghouse } from '../src/feeds/enghouse/format.ts';
import type { Format } from '../src/feeds/format.ts';
import { importFolder } from '../src/feeds/import-folder.ts';
import type { FileReport } from '../src/feeds/report.ts';
import { keyedUuid } from '../src/lib/hashing.ts';
import { withImporter } from './kept-importer.ts';
import { isOnCluster } from './test-database.ts';

/** The operator of the feed of the real card. */
export const london: Operator = {
  code: '77',
  name: 'London',
  timeZone: 'Europe/London',
  dayCut: '04:30',
  currency: 'GBP',
  home: true,
};

export const mediumKey = Buffer.alloc(32, 'medium key of the tests');
/** The medium that an import with that key makes of a token. */
export const mediumOf = (token: string): string => keyedUuid(createSecretKey(mediumKey), token);

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tapfolio-feed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of the real feed that a test may damage. */
export function copyOf(sample: string): string {
  const folder = temporaryFolder();
  cpSync(sample, folder, { recursive: true });
  return folder;
}

/** The one file of an entity (`tap`, `tr`, `pw`, `tx`) in a copy of the feed. */
export function fileOf(folder: string, entity: string): string {
  const [name] = readdirSync(path.join(folder, entity));
  return path.join(folder, entity, name ?? '');
}

export function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Writes a file of a few rows with the columns that the reader needs. */
export function writeRows(folder: string, name: string, rows: readonly Record<string, string | number>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(';'));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, `${[columns.join(';'), ...lines].join('\n')}\n`);
  return file;
}

export async function importInto(
  url: string,
  place: string,
  operators = [london],
  options: { format?: Format; stopMaps?: readonly StopMap[] } = {},
): Promise<FileReport[]> {
  const { format = enghouse, stopMaps } = options;
  return await withImporter({ databaseUrl: url, operators, mediumKey, stopMaps }, (importer) =>
    importFolder(importer, place, { format }),
  );
}

/** The result of all imports together, without the traces of files: the same in every order of the files. */
export async function travelRows(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const result: Record<string, unknown[]> = {};
  const without = `- 'file_id' - 'exported_at' - 'updated_at' - 'line_number'`;
  for (const table of [
    'media',
    'taps',
    'tap_lookups',
    'trip_lookups',
    'trips',
    'payments',
    'settlements',
    'products',
    'sales_packages',
    'service_references',
    'contested_references',
  ]) {
    const { rows } = await pool.query(`select to_jsonb(t) ${without} as row from ${table} as t order by 1`);
    result[table] = rows.map(({ row }) => row);
  }
  // A fare that was paid before its first delivery arrived has no row; the version says how often it changed.
  const { rows } = await pool.query(
    `select to_jsonb(t) - 'state_at' - 'version' as row from debts as t where state <> 'ready' order by medium_id, payment_id`,
  );
  result.debts = rows.map(({ row }) => row);
  return result;
}

export async function count(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

/** The tables that imports fill, each before those that its rows point to; operators, stops and lines stay. */
export const importedTables = [
  ...['debt_events', 'debts', 'refund_trips', 'refunds', 'back_office_messages', 'back_office_media'],
  ...['replacements', 'account_media', 'products', 'sales_packages', 'trips', 'taps', 'trip_lookups', 'tap_lookups'],
  ...['service_references', 'contested_references', 'payments', 'settlements', 'authorisations', 'chargebacks'],
  ...['media', 'feed_waiting', 'feed_pieces', 'feed_rows', 'feed_quarantine', 'feed_files'],
  'refused_deliveries',
];

const deletions = importedTables.map((table) => `delete from ${table}`);
const deletedAtOnce = `with ${deletions.map((deletion, place) => `deleted_${place} as (${deletion})`).join(', ')} select`;

/**
 * Removes everything that imports made. A `truncate` makes new files for every partition, and takes twenty times as long. One statement is
 * planned once; a cluster has no such plan.
 */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  await pool.query(isOnCluster() ? deletions.join('; ') : { name: 'emptyTables', text: deletedAtOnce });
}
