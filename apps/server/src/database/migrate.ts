import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationBuilder } from 'node-pg-migrate';
import pg from 'pg';
import { isConnectionError } from '../lib/temporary-failures.ts';
import { hasCitus } from './distribution.ts';
import { lockImporter, tryLockImporter, unlockImporter } from './importer-lock.ts';
import { openConnection, seeRoles } from './open-connection.ts';
import { urlOfLogin } from './parts.ts';
import { splitStatements } from './split-statements.ts';

const migrationsDirectory = path.resolve(import.meta.dirname, '../../../../db/migrations');

/** Any fixed number will do: it is the advisory lock that makes twenty starting processes take turns. */
const lockValue = 7_241_865_325;

const allRun = 'select name from schema_migrations order by name';

export interface MigrateOptions {
  url: string;
  directory?: string;
  /** Told in one sentence what has to end first: an import, or what uses a table. */
  onNotice?: ((sentence: string) => void) | undefined;
}

/** YYYYMMDDHHMM_purpose: the first part is the order, so no two files have the same. */
const migrationName = /^(\d{12})_[a-z0-9_]+$/;

/**
 * Brings the schema up to date, forward only, one transaction per file, and returns the names of the files it ran.
 * Safe to call from many processes at once: one works, the others wait and find nothing to do. A database that has run
 * files of a newer version is left as it is (docs/decisions/0022).
 * @throws a sentence when a file has a wrong name, when a new file sorts before one that was already run, when a file
 * fails, when the database was made before the baseline, and when an empty one has another encoding than UTF8.
 */
export async function migrate({ url, directory = migrationsDirectory, onNotice }: MigrateOptions): Promise<string[]> {
  return await withClient(url, async (dbClient) => {
    // Most starts find nothing to do, and need neither the library nor its lock.
    const missing = await readMissing(dbClient, directory);
    if (missing.length === 0) return [];
    return await runWhenFree(dbClient, { directory, onNotice });
  });
}

type Running = Pick<Required<MigrateOptions>, 'directory' | 'onNotice'>;

/** Calls for a table wait behind a migration that waits for it, and are refused after 700 ms (`parts.ts`). */
const longestLockMs = 500;
const pauseMs = 3000;

const inUse =
  'something reads or writes a table for a long time, a backup for instance: the migrations go on when that is done. See docs/runbook.md, "A migration waits"';

/**
 * Runs what is missing. A file that does not get its tables soon is rolled back and tried again later, so that calls, which wait behind
 * it, are served meanwhile, and an import may begin.
 */
async function runWhenFree(client: pg.Client, { directory, onNotice }: Running): Promise<string[]> {
  const ran: string[] = [];
  const told = new Set<string>();
  const tellOnce = (sentence: string) => {
    if (!told.has(sentence)) onNotice?.(sentence);
    told.add(sentence);
  };
  for (;;) {
    await waitForImporter(client, tellOnce);
    // Another process may have run some while we waited.
    const missing = await readMissing(client, directory);
    const isDone = await runFiles(client, directory);
    const left = isDone ? [] : await readMissing(client, directory);
    ran.push(...missing.filter((name) => !left.includes(name)));
    if (isDone) return ran;
    await unlockImporter(client);
    tellOnce(inUse);
    await sleep(pauseMs);
  }
}

/** False if a file, which has changed nothing, did not get a table in time. */
async function runFiles(dbClient: pg.Client, directory: string): Promise<boolean> {
  await dbClient.query(`set lock_timeout = ${longestLockMs}`);
  await changeNodesInTurn(dbClient);
  const { runner } = await import('node-pg-migrate');
  let running = '';
  const onBegin = (name: string) => {
    running = name;
  };
  try {
    await runner({
      dbClient,
      dir: directory,
      direction: 'up',
      migrationLoaderStrategies: [
        { extensions: ['.sql'], loader: async (files: string[]) => await loadStatements(files, onBegin) },
      ],
      migrationsTable: 'schema_migrations',
      checkOrder: true,
      singleTransaction: false,
      advisoryLockMode: 'wait',
      lockValue,
      log: () => {},
    });
    return true;
  } catch (error) {
    if (running !== '' && isConnectionError(error)) failWithLoss(error, running);
    if (!isLockTimeout(error)) await failWithName(error, dbClient, directory);
    await dbClient.query('rollback');
    return false;
  } finally {
    await dbClient.query('set lock_timeout = 0').catch(() => {});
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/** The files that have not run. @throws for an empty database of another encoding than UTF8. */
async function readMissing(client: pg.Client, directory: string): Promise<string[]> {
  return await findMissingMigrations(client, directory).catch(async (error: unknown) => {
    const all = await allIfEmpty(error, directory);
    await assertUtf8(client);
    return all;
  });
}

/** Says which file failed: PostgreSQL's words alone tell an administrator little. */
async function failWithName(error: unknown, client: pg.Client, directory: string): Promise<never> {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const rolledBack = client.query('rollback');
  const [failed] = await rolledBack.then(() => findMissingMigrations(client, directory)).catch(() => []);
  if (failed === undefined) throw error;
  throw new Error(`the migration ${failed} failed and changed nothing: ${error.message}`, { cause: error });
}

/** The database cannot be asked any more. If it was lost at the commit, the file may have run as a whole. */
function failWithLoss(error: Error, migration: string): never {
  throw new Error(
    `the database was lost during the migration ${migration}: ${error.message}. Nothing of it is left half done: the next start goes on`,
    { cause: error },
  );
}

/**
 * In another encoding some texts cannot be stored, or letters are counted and compared as bytes. A PostgreSQL that was set up without a
 * locale gives its databases SQL_ASCII.
 */
async function assertUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new Error(
    `the database has the encoding ${encoding} instead of UTF8: create it with "template template0 encoding 'UTF8'". ${seeRoles}`,
  );
}

/**
 * Lets an import end and none begin while this connection is open: a migration would wait for the tables that it writes to, and
 * every call that reads those would wait behind the migration.
 */
async function waitForImporter(client: pg.Client, onNotice: (sentence: string) => void): Promise<void> {
  if (await tryLockImporter(client)) return;
  onNotice('a file is being imported, or another process migrates: the migrations begin when that is done');
  await lockImporter(client);
}

/** The statements of each file one by one: Citus would hand a text of several to its nodes as a whole, which they refuse. `onBegin` is told of each file that runs. */
async function loadStatements(files: string[], onBegin: (name: string) => void) {
  return await Promise.all(
    files.map(async (file) => {
      const statements = splitStatements(await readFile(file, 'utf8'));
      const up = (builder: MigrationBuilder) => {
        onBegin(path.parse(file).name);
        for (const statement of statements) builder.sql(statement);
      };
      return { id: file, filePaths: [file], actions: { up } };
    }),
  );
}

/** On a node of a cluster functions, roles and rights are not changed in one transaction with parallel work. Does nothing without Citus. */
async function changeNodesInTurn(client: pg.Client): Promise<void> {
  if (await hasCitus(client)) await client.query(`set citus.multi_shard_modify_mode to 'sequential'`);
}

/** The files of a newer version that the database has run and we do not know, in order. */
export async function findNewerMigrations(url: string, directory = migrationsDirectory): Promise<string[]> {
  const known = new Set(await ourMigrations(directory));
  const names = await withClient(url, async (client) => await client.query<{ name: string }>(allRun));
  return names.rows.map(({ name }) => name).filter((name) => !known.has(name));
}

/** May this login change the schema, so that it can migrate? */
export async function mayMigrate(url: string): Promise<boolean> {
  const statement = `select has_schema_privilege('public', 'create') as may`;
  const { rows } = await withClient(url, async (client) => await client.query<{ may: boolean }>(statement));
  return rows[0]?.may === true;
}

/** Those of our migrations that the database has not run. */
export async function findMissingMigrations(
  client: Pick<pg.Client, 'query'>,
  directory = migrationsDirectory,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(allRun);
  const done = new Set(rows.map(({ name }) => name));
  const old = rows.find(({ name }) => /^\d{4}_/.test(name));
  if (old !== undefined) throw new Error(tooOld(old.name));
  return (await ourMigrations(directory)).filter((name) => !done.has(name));
}

const tooOld = (migration: string) =>
  `the database was made by a version before the first release (it has run ${migration}) and cannot be upgraded: start with ` +
  'an empty database. The built-in one is created again when the folder "postgres" in TAPFOLIO_DATA (.data) is deleted';

/** @throws a sentence if migrations are missing: a process with the owner's login has to run them first. */
export async function assertMigrated(url: string): Promise<void> {
  const missing = await readMissingMigrations(url);
  if (missing.length === 0) return;
  const [first, ...others] = missing;
  const more = others.length === 0 ? '' : ` and ${others.length} later migrations`;
  throw new Error(
    `the database lacks ${first}${more}, and the login of DATABASE_URL may not migrate: start one process with DATABASE_OWNER_URL first`,
  );
}

/**
 * For a command that runs no migrations. A login that may not read which ones have run is let through.
 * @throws a sentence if migrations are missing, as while a server starts for the first time.
 */
export async function assertPrepared(url: string): Promise<void> {
  const missing = await readMissingMigrations(url).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === '42501') return [];
    throw error;
  });
  if (missing.length === 0) return;
  throw new Error(
    `the database is not ready: ${missing.length} of its migrations have not run yet. A server that starts with the owner's login runs them, and may be doing so now`,
  );
}

async function readMissingMigrations(url: string): Promise<string[]> {
  return await withClient(url, async (client) => await findMissingMigrations(client)).catch(
    async (error: unknown) => await allIfEmpty(error),
  );
}

/** The names of our migrations, in order. @throws when a name has no time or shares it with another. */
async function ourMigrations(directory = migrationsDirectory): Promise<string[]> {
  const names = (await readdir(directory)).map((file) => path.parse(file).name).toSorted();
  const stamps = names.map((name) => migrationName.exec(name)?.[1]);
  const wrong = stamps.findIndex((stamp, index) => stamp === undefined || stamp === stamps[index - 1]);
  if (wrong === -1) return names;
  throw new Error(
    `db/migrations/${names[wrong]}: a migration is named YYYYMMDDHHMM_purpose, each with a time of its own`,
  );
}

async function allIfEmpty(error: unknown, directory = migrationsDirectory): Promise<string[]> {
  if (error instanceof pg.DatabaseError && error.code === '42P01') return await ourMigrations(directory);
  throw error;
}

/** Runs `work` on a connection of its own. @throws as `openConnection`: a silent database must not hold up the start. */
async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openConnection({
    connectionString: urlOfLogin(url),
    application_name: 'tapfolio migrate',
    keepAliveInitialDelayMillis: 10_000,
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
