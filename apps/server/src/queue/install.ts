import type { Pool } from 'pg';
import { letWorkerWork } from './install.queries.ts';

/**
 * Brings the job queue's own schema up to date and opens it to the worker. Needs the owner's rights; safe to call from
 * many processes at once.
 */
export async function installJobs(pool: Pool): Promise<void> {
  // A process that only answers calls, with a login that may not migrate, has 3 MB less without the queue's library.
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: pool });
  await pool.query(letWorkerWork);
}
