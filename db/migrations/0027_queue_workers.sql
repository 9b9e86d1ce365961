-- Which workers are alive: each says so every few seconds, so that a job of a dead one can be told from a long one.
create table queue_workers (
  worker_id text not null,
  seen_at timestamptz not null default now(),
  constraint queue_workers__pk primary key (worker_id)
);
comment on column queue_workers.worker_id is 'locked_by of the jobs it holds';

grant select, insert, update, delete on queue_workers to tapfolio_worker;

-- Freeing was a job of the timetable until now; it no longer is, and what is left of it would wait for ever.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs job
    using graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier = 'free-orphaned-jobs';
    delete from graphile_worker._private_known_crontabs where identifier = 'free-orphaned-jobs';
  end if;
end
$$;
