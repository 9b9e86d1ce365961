import { statement } from '../lib/sql.ts';
import { arrayOf, bigint, boolean, instant, integer, notNull, nullable, text } from '../lib/sql-types.ts';

/** Writes down that this worker is alive. */
export const beat = statement({
  name: 'workers.beat',
  values: { workerId: text, process: nullable(text) },
  text: `insert into queue_workers (worker_id, process)
  values ($workerId, $process)
  on conflict (worker_id) do update
  set seen_at = now()`,
});

/** Deletes a worker that has ended normally. */
export const signOff = statement({
  name: 'workers.signOff',
  values: { workerId: text },
  text: 'delete from queue_workers where worker_id = $workerId',
});

/** Whether any worker has written lately that it is alive. One that ended normally has no row. */
export const findLivingWorker = statement({
  name: 'workers.findLiving',
  row: { is_alive: notNull(boolean, 'whether a row exists') },
  text: `select exists (select from queue_workers where seen_at > now() - interval '5 minutes') as is_alive`,
});

/** The workers that hold jobs, each with its last beat and its process; null for one that has no row. */
export const listHolders = statement({
  name: 'workers.listHolders',
  row: { worker_id: notNull(text, 'only locked jobs'), seen_at: nullable(instant), process: nullable(text) },
  text: `select distinct job.locked_by as worker_id, worker.seen_at, worker.process
  from graphile_worker._private_jobs job
  left join queue_workers worker on worker.worker_id = job.locked_by
  where job.locked_by is not null`,
});

/** Frees the jobs that these workers hold: the queue itself would hold them for four hours. */
export const freeJobsOf = statement({
  name: 'workers.freeJobsOf',
  values: { workerIds: arrayOf(text) },
  row: { id: bigint },
  text: `update graphile_worker._private_jobs
  set locked_at = null, locked_by = null
  where locked_by = any($workerIds)
  returning id`,
});

/** Deletes workers that were last seen more than a day ago. */
export const deleteOldWorkers = statement({
  name: 'workers.deleteOldWorkers',
  text: `delete from queue_workers where seen_at < now() - interval '1 day'`,
});

/**
 * For how many seconds a job of these tasks has waited, at most; null when none waits. A job of the timetable that is added late has not
 * waited since the minute that was missed.
 */
export const findLongestWait = statement({
  name: 'workers.findLongestWait',
  values: { tasks: arrayOf(text) },
  row: { seconds: nullable(integer) },
  text: `select extract(epoch from now() - min(greatest(run_at, created_at)))::int as seconds
  from graphile_worker.jobs
  where locked_at is null and attempts < max_attempts and run_at <= now() and task_identifier = any($tasks)`,
});

/**
 * Sets the last run of a timetable back if it is in the future, for the database or for the clock of this machine, by which the queue
 * runs it: one of the clocks is wrong, and until then the queue would run nothing.
 */
export const correctTimetable = statement({
  name: 'workers.correctTimetable',
  values: { ownTime: instant },
  text: `update graphile_worker._private_known_crontabs
  set last_execution = least(now(), $ownTime)
  where last_execution > least(now(), $ownTime) + interval '2 minutes'`,
});
