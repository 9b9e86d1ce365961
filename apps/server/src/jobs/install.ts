import { runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';

/** Brings the job queue's own schema up to date. Safe to call from many processes at once. */
export async function installJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool });
}
