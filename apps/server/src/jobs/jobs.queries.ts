import { statement } from '../lib/sql.ts';

/** Values: task, payload as JSON text, key, most attempts. */
export const addJob = statement(
  'jobs.addJob',
  `select graphile_worker.add_job($1, payload => $2::json, job_key => $3, max_attempts => $4)`,
);

/**
 * Frees jobs whose worker died: the queue itself would hold them for four hours. No job of ours takes minutes, and each
 * may run twice.
 */
export const freeOrphanedJobs = statement(
  'jobs.freeOrphanedJobs',
  `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
  from graphile_worker.jobs
  where locked_at < now() - interval '5 minutes'
  having count(*) > 0`,
);
