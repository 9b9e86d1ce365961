import pg from 'pg';
import { reasonOf } from '../lib/reason-of.ts';
import { createPool, type DatabaseOptions } from './pool.ts';

/** How long a start, a command or an importer waits for a connection. It may be longer than for a call. */
const patienceSeconds = 5;

/** Ends a sentence for the administrator about a login and what it may do. */
export const seeRoles = 'See docs/runbook.md, "Roles of the database"';

/** PostgreSQL 17 and later can end transactions that take long, such as a large import. Earlier ones do not know the setting. */
const mayTakeLong = 'do $$ begin set transaction_timeout = 0; exception when undefined_object then end $$';

/**
 * Opens one connection, whose transactions may take long. If it is lost, the running or next query fails; there is no event.
 * @throws a sentence that names the address when the database cannot be reached within seconds; what the database itself
 * says, with the place to look it up when this login may not connect.
 */
export async function openConnection(config: pg.ClientConfig): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: patienceSeconds * 1000, keepAlive: true };
  const client = new pg.Client({ ...limits, ...config });
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => failWithAddress(client, error));
  await client.query(mayTakeLong).catch(async (error: unknown) => {
    await client.end().catch(() => {});
    throw error;
  });
  return client;
}

/**
 * Runs `work` with a pool of its own, once the database has let it in.
 * @throws as `openConnection`, and what `work` throws.
 */
export async function withPool<Result>(
  options: DatabaseOptions,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({ connectSeconds: patienceSeconds, ...options });
  try {
    const first = await pool
      .connect()
      .catch((error: unknown) => failWithAddress(new pg.Client({ connectionString: options.url }), error));
    first.release();
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** PostgreSQL's codes for a login that may not connect to this database, or not in the requested role. */
const refusalsOfLogins: readonly unknown[] = ['42501', '22023'];

function failWithAddress({ host, port }: pg.Client, error: unknown): never {
  if (error instanceof pg.DatabaseError && refusalsOfLogins.includes(error.code))
    throw new Error(`${error.message}. ${seeRoles}`, { cause: error });
  if (error instanceof pg.DatabaseError) throw error;
  throw new Error(`the database at ${host}:${port} cannot be reached: ${reasonOf(error)}`, { cause: error });
}
