import type pg from 'pg';

/** Whether a database takes writes: a standby does not, nor one that was set to be read only. */
export async function takesWrites(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is_read_only`,
  );
  return rows[0]?.is_read_only === false;
}
