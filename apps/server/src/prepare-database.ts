import { randomUUID } from 'node:crypto';
import pg, { type Pool, type PoolClient } from 'pg';
import type { Config } from './config/config.ts';
import { assertOwnerOf } from './database/assert-owner.ts';
import { distributeTables } from './database/distribution.ts';
import { assertSameKeys, type PermanentKeys, rememberKeys } from './database/key-checks.ts';
import { assertMigrated, findNewerMigrations, mayMigrate, migrate } from './database/migrate.ts';
import { withPool } from './database/open-connection.ts';
import { assertRightsOf, urlOfLogin, urlOfPart } from './database/parts.ts';
import { quotesInLog } from './database/quoting-log.ts';
import type { DatabasePart } from './database/tables/part-names.ts';
import { transaction } from './lib/sql.ts';
import { endKeysOfFormerAccountKey } from './modules/api-keys/api-keys.service.ts';
import { correctUnusedCodes, storeOperators } from './modules/settings/operators.service.ts';
import { installJobs } from './queue/install.ts';

export interface DatabaseAddress {
  /** What the parts connect with. */
  url: string;
  /** The login that owns the tables, when that is another one. */
  ownerUrl: string | undefined;
}

export interface Preparation {
  operators: Config['operators'];
  keys: PermanentKeys;
  parts: readonly DatabasePart[];
  /** Told when the database is of a newer version than we are or logs personal data, and when the migrations have to wait. */
  onNotice?: ((sentence: string) => void) | undefined;
}

/**
 * Makes a database ready for these parts: schema, job queue and operators when this process has a login that may, else it
 * makes sure that another process has done so. @throws a sentence that says what is missing or wrong.
 */
export async function prepareDatabase({ url, ownerUrl }: DatabaseAddress, preparation: Preparation): Promise<void> {
  const { keys, parts, onNotice } = preparation;
  if (ownerUrl !== undefined && ownerUrl !== url) await assertOwnerOf(url, ownerUrl);
  const owner = ownerUrl ?? ((await mayMigrate(url)) ? url : undefined);
  const [first] = parts;
  const own = first === undefined ? url : urlOfPart(url, first);
  if (owner !== undefined) await installDatabase(owner, preparation).catch(failInWords);
  else await assertMigrated(own);
  await Promise.all(parts.map((part) => assertRightsOf(url, part)));
  await withPool({ url: own }, async (pool) => {
    await assertSameKeys(pool, keys);
    if (await quotesInLog(pool)) onNotice?.(quoting);
  });
  const newer = await findNewerMigrations(own);
  if (newer.length > 0) onNotice?.(`the database is of a newer version: it has run ${newer.join(', ')} as well`);
}

/** PostgreSQL names only the first statement that it refused. */
function failInWords(error: unknown): never {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError) || cause.code !== '25006') throw error;
  throw new Error(
    `the database takes no writes (${cause.message}): it is a standby, or was restored to a point in time and has paused. See docs/runbook.md, "Backup"`,
    { cause },
  );
}

const quoting =
  'the database writes into its own log what it refuses, such as names of cards: set log_error_verbosity to terse (docs/runbook.md, "Roles of the database")';

/** To spread a table over the nodes of a cluster takes seconds when it is empty, and as long as its rows need to move when it is not. */
const installingSeconds = 86_400;

/** Brings an owner's database up to date. Safe to call from many processes at once. */
export async function installDatabase(
  ownerUrl: string,
  { operators = [], keys, onNotice }: Partial<Preparation> = {},
): Promise<void> {
  const url = urlOfLogin(ownerUrl);
  await migrate({ url, onNotice });
  await withPool({ url, statementSeconds: installingSeconds }, async (pool) => {
    await withConnection(pool, distributeTables);
    await installJobs(pool);
    await correctUnusedCodes(pool, operators);
    await storeOperators(pool, operators);
    if (keys !== undefined) await beginKeys(pool, { keys, onNotice });
  });
}

/** Remembers the keys of a new database, or a new account key: it ends the keys of operators' systems, so the list of them says so. */
async function beginKeys(pool: Pool, { keys, onNotice }: Pick<Preparation, 'keys' | 'onNotice'>): Promise<void> {
  const notice = await transaction(pool, async (tx) => {
    const state = await rememberKeys(tx, keys);
    if (state === 'same') return sameAccountKey;
    const ended = state === 'new' ? await endKeysOfFormerAccountKey(tx, randomUUID()) : 0;
    return ended > 0
      ? `secrets.accountKeyFile holds a new key: ${ended} API keys of operators' systems have ended`
      : undefined;
  });
  if (notice !== undefined) onNotice?.(notice);
}

const sameAccountKey =
  "secrets.accountKeyFile holds the key that this database had before: it is remembered again, and API keys of operators' systems stay valid";

async function withConnection<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}
