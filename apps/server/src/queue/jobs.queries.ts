import { untypedStatement } from '../lib/sql.ts';

/** Values: task, payload as JSON text, key, most attempts. */
export const addJob = untypedStatement('jobs.addJob', `select enqueue_job($1, $2::json, $3, $4)`);

/**
 * Takes back what is still to be done for a person; a job that runs at this moment is not tried again. Values: passenger
 * id, ids of rows that mails are about.
 */
export const removeJobsAbout = untypedStatement('jobs.removeJobsAbout', `select remove_jobs_about($1, $2)`);

/** A last mail that could not be delivered in a day never will be; nobody is left to tell. */
export const deleteUndelivered = untypedStatement(
  'jobs.deleteUndelivered',
  `select graphile_worker.complete_jobs(array_agg(id))
  from graphile_worker._private_jobs
  where payload->>'mail' = 'account-closed' and attempts >= max_attempts and locked_at is null
  having count(*) > 0`,
);
