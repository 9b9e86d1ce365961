import type { Config } from '../config/config.ts';
import { assertPrepared } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../open-database.ts';

/** Runs `work` with the database that the configuration means, and leaves it as it was. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config, (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}

/** As `withDatabase`, for work that does not prepare the database itself. @throws a sentence while it is not prepared. */
export async function withPreparedDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  return await withDatabase(config, async (database) => {
    await assertPrepared(database.url);
    return await work(database);
  });
}
