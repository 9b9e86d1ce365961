-- Refunds are done by jobs in the lane of money.

create or replace function enqueue_money_job(task text, medium uuid, id text, wait_seconds double precision) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if task is null or task not in ('collect-debt', 'refund-payment', 'obey-bank') then
    raise exception 'no call asks for the job %', task;
  end if;
  perform graphile_worker.add_job(
    task,
    payload => json_build_object('mediumId', medium, 'id', id),
    job_key => task || ':' || id,
    run_at => now() + make_interval(secs => wait_seconds),
    max_attempts => 25);
end
$$;
