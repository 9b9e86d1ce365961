import pg from 'pg';
import { reasonOf } from '../lib/reason-of.ts';
import { createPool, type DatabaseOptions } from './pool.ts';

/** How long a start, a command or an importer waits to be let in. Nobody waits for its answer as a caller does. */
const patienceSeconds = 5;

/**
 * Opens one connection. A loss of it is told by the query that it meets, and by no event.
 * @throws a sentence that names the address when the database cannot be reached within seconds; what the database itself says.
 */
export async function openConnection(config: pg.ClientConfig): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: patienceSeconds * 1000, keepAlive: true };
  const client = new pg.Client({ ...limits, ...config });
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => sayWhere(client, error));
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
      .catch((error: unknown) => sayWhere(new pg.Client({ connectionString: options.url }), error));
    first.release();
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function sayWhere({ host, port }: pg.Client, error: unknown): never {
  if (error instanceof pg.DatabaseError) throw error;
  throw new Error(`the database at ${host}:${port} cannot be reached: ${reasonOf(error)}`, { cause: error });
}
