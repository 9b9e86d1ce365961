import pg from 'pg';

/** Whether a database takes writes: a standby does not, nor one that was set to be read only. */
export async function takesWrites(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is_read_only`,
  );
  return rows[0]?.is_read_only === false;
}

/**
 * Why the database stores nothing, in its words; undefined if it does. A new table needs a file: it is where a full disk shows although
 * reads, and some writes, still work.
 */
export async function findWriteFault(db: Pick<pg.Pool, 'query'>): Promise<string | undefined> {
  try {
    await db.query('create temp table what_is_written on commit drop as select 1 as one');
    return undefined;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.message;
    throw error;
  }
}
