import type pg from 'pg';

/**
 * Whether PostgreSQL quotes in its own log the rows and keys that it refuses, and parameters: names of cards and addresses would
 * outlive their accounts there.
 */
export async function quotesInLog(db: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ verbosity: string }>(`select current_setting('log_error_verbosity') as verbosity`);
  return rows[0]?.verbosity !== 'terse';
}
