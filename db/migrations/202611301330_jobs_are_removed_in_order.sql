-- An import asks for jobs about several cards of one passenger, in the order of their keys. Who takes back all jobs of the passenger takes the
-- same order: otherwise each waits for a job that the other holds.
create or replace function remove_jobs_about(passenger uuid, subjects uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.remove_job(key)
  from (
    select key
    from graphile_worker._private_jobs
    where key is not null and (payload->>'passengerId' = passenger::text or payload->>'id' = any (subjects::text[]))
    order by key
  ) as own;
end
$$;
