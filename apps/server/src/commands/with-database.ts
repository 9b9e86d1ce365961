import type { Config, Loaded } from '../config/config.ts';
import { deriveKeys } from '../config/keys.ts';
import { assertPrepared } from '../database/migrate.ts';
import { withPool } from '../database/open-connection.ts';
import { urlOfPart } from '../database/parts.ts';
import { type OpenDatabase, openDatabase } from '../open-database.ts';
import type { Using } from '../plugins/context.ts';
import { prepareDatabase } from '../prepare-database.ts';

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

/**
 * Prepares the database and runs `work` with the rights of the part `auth`.
 * @throws as a start does: also a sentence if the account key is not the one that the database was begun with.
 */
export async function withAccounts<Result>(
  { config, secrets }: Loaded,
  work: (context: Using<'pool' | 'keys'>) => Promise<Result>,
): Promise<Result> {
  return await withDatabase(config, async (database) => {
    await prepareDatabase(database, { operators: config.operators, keys: secrets, parts: ['auth'] });
    // Closing many accounts may take longer than a call.
    const options = { url: urlOfPart(database.url, 'auth'), poolSize: 1, statementSeconds: 60 };
    return await withPool(options, (pool) => work({ pool, keys: deriveKeys(secrets.accountKey) }));
  });
}
