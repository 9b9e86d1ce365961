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
