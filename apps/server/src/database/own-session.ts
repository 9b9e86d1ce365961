import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/**
 * Do two open connections share a session? So it is behind a pooler that gives each transaction any session of the database. Locks, settings
 * and prepared statements would then be those of whoever comes next. On a busy pooler it may go unnoticed, but no other one is suspected.
 */
export async function shareSession(one: pg.Client, other: pg.Client): Promise<boolean> {
  const mark = randomUUID();
  await one.query(`select set_config('tapfolio.connection', $1, false)`, [mark]);
  const { rows } = await other.query<{ mark: string | null }>(
    `select current_setting('tapfolio.connection', true) as mark`,
  );
  return rows[0]?.mark === mark;
}
