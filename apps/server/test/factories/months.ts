import type { Pool } from 'pg';

/** Makes the partitions of the month of `instant`, as an importer does before it writes; parallel calls take turns. */
export async function ensureMonth(pool: Pool, instant: string): Promise<void> {
  await pool.query('select pg_advisory_xact_lock(1), ensure_months($1, $1)', [instant]);
}
