import { untypedStatement } from '../lib/sql.ts';

/** Says that this worker is alive. Value: worker. */
export const beat = untypedStatement(
  'workers.beat',
  `insert into queue_workers (worker_id)
  values ($1)
  on conflict (worker_id) do update
  set seen_at = now()`,
);

/** A worker that has ended by itself holds nothing any more. Value: worker. */
export const signOff = untypedStatement('workers.signOff', 'delete from queue_workers where worker_id = $1');

/**
 * Frees the jobs of workers that have not been heard of for a while: the queue itself would hold them for four hours. A
 * living worker keeps its jobs however long they take. Value: seconds of silence.
 */
export const freeJobsOfDead = untypedStatement<{ id: number }>(
  'workers.freeJobsOfDead',
  `with orphans as (
    select job.id
    from graphile_worker._private_jobs job
    where job.locked_at < now() - make_interval(secs => $1)
      and not exists (
        select
        from queue_workers worker
        where worker.worker_id = job.locked_by and worker.seen_at > now() - make_interval(secs => $1))
    for update skip locked)
  update graphile_worker._private_jobs job
  set locked_at = null, locked_by = null
  from orphans
  where job.id = orphans.id
  returning job.id`,
);

/** Frees what a worker of our own held when it ended. Value: worker. */
export const freeJobsOf = untypedStatement<{ id: number }>(
  'workers.freeJobsOf',
  `update graphile_worker._private_jobs
  set locked_at = null, locked_by = null
  where locked_by = $1
  returning id`,
);

/** Nobody asks any more for workers that were last seen a day ago. */
export const forgetOldWorkers = untypedStatement(
  'workers.forgetOldWorkers',
  `delete from queue_workers where seen_at < now() - interval '1 day'`,
);

/** How long the job that waits longest has been due; null when none waits. Value: the jobs that we do. */
export const findLongestWait = untypedStatement<{ seconds: number | null }>(
  'workers.findLongestWait',
  `select extract(epoch from now() - min(run_at))::int as seconds
  from graphile_worker.jobs
  where locked_at is null and attempts < max_attempts and run_at <= now() and task_identifier = any($1)`,
);

/** The timetable waits until a time that a wrong clock once wrote down has come; this lets it go on now. */
export const correctTimetable = untypedStatement(
  'workers.correctTimetable',
  `update graphile_worker._private_known_crontabs
  set last_execution = now()
  where last_execution > now() + interval '2 minutes'`,
);
