import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ClientBase, Pool } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { databaseUrl } from './on-nodes.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** The current migrations. */
export const migrations = path.resolve(import.meta.dirname, '../../../db/migrations');

/** The name of the first migration, which creates the tables of a new database. */
export const [baseline = ''] = readdirSync(migrations).toSorted();

/** A directory with the migrations of an older version: those up to this one. */
export function migrationsUpTo(last: string): string {
  const directory = temporaryDirectory();
  for (const name of readdirSync(migrations).filter((one) => one <= last))
    copyFileSync(path.join(migrations, name), path.join(directory, name));
  return directory;
}

/** The URL of a database without tables; it is removed when the test ends. */
export async function emptyDatabase(pool: Pool, more = ''): Promise<string> {
  const name = `tapfolio_upgrade_${randomBytes(6).toString('hex')}`;
  await pool.query(`create database ${name} ${more}`);
  onTestFinished(async () => {
    await pool.query(`drop database ${name} with (force)`);
  });
  return databaseUrl(inject('serverUrl'), name);
}

/** The columns of each table that are not computed; without the months, whose rows are those of their tables. */
const columnsByTable = `select c.relname as name, array_agg(a.attname::text) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'schema_migrations'
  group by c.relname`;

/** Makes a cluster send rows with the names of their columns. */
const whole = 'offset 0';

/** The tables of a database with their columns. */
export async function columnsOf(database: Pool): Promise<Map<string, string[]>> {
  const { rows } = await database.query<{ name: string; columns: string[] }>(columnsByTable);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Copies a database with the newest schema into an older one, as far as the older one has the columns. */
export async function copyRows(pool: Pool, older: Pool): Promise<void> {
  const today = await columnsOf(pool);
  const { rows } = await pool.query<{ first: string }>('select min(opened_at) as first from payments');
  await older.query('select ensure_months($1, now())', [rows[0]?.first]);
  for (const [table, columns] of await columnsOf(older)) {
    const both = columns.filter((column) => today.get(table)?.includes(column)).join(', ');
    if (both === '') continue;
    const found = await pool.query<{ all: string }>(
      `select coalesce(json_agg(t), '[]')::text as all from (select ${both} from ${table} ${whole}) t`,
    );
    await older.query(
      `with unchecked as materialized (select set_config('session_replication_role', 'replica', true))
      insert into ${table} (${both}) overriding system value
      select ${both} from unchecked, json_populate_recordset(null::${table}, $1)`,
      [found.rows[0]?.all],
    );
  }
  await older.query(
    `select setval(pg_get_serial_sequence('audit_events', 'event_id'), max(event_id)) from audit_events`,
  );
}

/** The contents of a table, for comparisons. */
export async function rowsOf(database: Pool | ClientBase, table: string): Promise<string[]> {
  const { rows } = await database.query<{ row: string }>(
    `select to_jsonb(t)::text as row from (select * from ${table} ${whole}) t`,
  );
  return rows.map(({ row }) => row).toSorted();
}
