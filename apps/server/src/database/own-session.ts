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
