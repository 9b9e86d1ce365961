import type { Pool } from 'pg';

/** Makes the partitions of the month of `instant`, as an importer does before it writes. */
export async function ensureMonth(pool: Pool, instant: string): Promise<void> {
  await pool.query('select ensure_months($1, $1)', [instant]);
}
