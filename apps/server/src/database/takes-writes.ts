import pg from 'pg';
import { isTimeout } from '../lib/temporary-failures.ts';

/**
 * Why a database takes no writes; undefined if it does. A standby takes none, nor does one that was set to be read only, and one that is to
 * wait for a synchronous standby has each writer wait as long as there is no standby. Which standbys there are may be seen by every login, but
 * not whether one is synchronous.
 */
export async function findRefusedWrites(client: Pick<pg.Client, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ is_read_only: boolean; is_alone: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is_read_only,
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local')
        and not exists (select from pg_stat_replication) as is_alone`,
  );
  const [row] = rows;
  if (row?.is_read_only !== false) return 'takes no writes, as a standby does';
  return row.is_alone ? 'waits for a synchronous standby, and there is none' : undefined;
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
    if (isTimeout(error)) return 'it is not stored in time, as when no synchronous standby answers';
    throw error;
  }
}
