import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { runner } from 'node-pg-migrate';
import pg from 'pg';

const migrationsDirectory = path.resolve(import.meta.dirname, '../../../../db/migrations');

/** Any fixed number will do: it is the advisory lock that makes twenty starting processes take turns. */
const lockValue = 7_241_865_325;

export interface MigrateOptions {
  url: string;
  directory?: string;
  /** Told each line of progress. */
  onProgress?: (line: string) => void;
}

/**
 * Brings the schema up to date, forward only, one transaction per file, and returns the names of the files it ran.
 * Safe to call from many processes at once: one works, the others wait and find nothing to do.
 * @throws when a file that was already run is missing or a new one sorts before it.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'tapfolio migrate' });
  await client.connect();
  const progress = options.onProgress ?? (() => {});
  try {
    const done = await runner({
      dbClient: client,
      dir: options.directory ?? migrationsDirectory,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      checkOrder: true,
      singleTransaction: false,
      advisoryLockMode: 'wait',
      lockValue,
      logger: { debug: progress, info: progress, warn: progress, error: progress },
    });
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** May this login change the schema, so that it can migrate? */
export async function mayMigrate(url: string): Promise<boolean> {
  const [row] = await ask<{ may: boolean }>(url, `select has_schema_privilege('public', 'create') as may`);
  return row?.may === true;
}

/** @throws a sentence when somebody with more rights has to migrate first. */
export async function assertMigrated(url: string): Promise<void> {
  const rows = await ask<{ name: string }>(url, 'select name from schema_migrations').catch(noneIfEmpty);
  const done = new Set(rows.map(({ name }) => name));
  const names = (await readdir(migrationsDirectory)).map((file) => path.parse(file).name);
  const missing = names.filter((name) => !done.has(name)).toSorted();
  if (missing.length === 0) return;
  throw new Error(
    `the database lacks ${missing.join(', ')}, and the login of DATABASE_URL may not migrate: start one process with DATABASE_OWNER_URL first`,
  );
}

function noneIfEmpty(error: unknown): never[] {
  if (error instanceof pg.DatabaseError && error.code === '42P01') return [];
  throw error;
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'tapfolio migrate' });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
