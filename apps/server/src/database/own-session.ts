import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/**
 * Tells whether two open connections share a session, as they do behind a pooler that gives each transaction any session of the database.
 * Locks, settings and prepared statements then belong to whoever comes next. A busy pooler of this kind may answer as if it was none; a
 * pooler in session mode never answers as if it was one.
 */
export async function shareSession(one: pg.Client, other: pg.Client): Promise<boolean> {
  const mark = randomUUID();
  await one.query(`select set_config('tapfolio.connection', $1, false)`, [mark]);
  const { rows } = await other.query<{ mark: string | null }>(
    `select current_setting('tapfolio.connection', true) as mark`,
  );
  return rows[0]?.mark === mark;
}

/** The spellings of UTC that servers are set to. */
const utc = ['UTC', 'Etc/UTC', 'UCT', 'Etc/UCT', 'GMT', 'Etc/GMT', 'Universal', 'Zulu'];

/**
 * The settings without which days, instants or what others have committed are read wrongly, or a statement waits without end, and that
 * this connection does not have although it asked for them: `name = value` of each.
 */
export async function findDropped(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
    where name = 'TimeZone' and not setting = any($1)
      or name = 'DateStyle' and setting not like 'ISO%'
      or name = 'default_transaction_isolation' and setting <> 'read committed'
      or name in ('statement_timeout', 'lock_timeout') and setting = '0'
    order by lower(name)`,
    [utc],
  );
  return rows.map(({ name, setting }) => `${name} = ${setting}`);
}
