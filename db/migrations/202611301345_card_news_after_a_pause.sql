-- The job about a fare that may not be told again yet waits for up to an hour. Fares that become unpaid meanwhile do not wait for it: the job then comes earlier.
-- One delivery may ask for thousands of these jobs. All other mails go first: somebody waits for a code to sign in.
create or replace function wake_card_news(refused uuid[], settled uuid[], wait_seconds integer) returns void
language plpgsql
security definer
set search_path to public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'send-mail',
    payload => json_build_object(
      'mail', 'card-news', 'id', gen_random_uuid(), 'passengerId', own.passenger_id, 'mediumId', own.medium_id),
    job_key => own.job_key,
    job_key_mode => case when is_later then 'replace' else 'preserve_run_at' end,
    run_at => now() + make_interval(secs => wait_seconds),
    max_attempts => 14,
    priority => 10)
  from (
    select own.passenger_id, own.medium_id, name.job_key, waiting.run_at > now() + make_interval(secs => wait_seconds) as is_later
    from cards own
    join passengers using (passenger_id)
    cross join lateral (select 'card-news:' || own.passenger_id || ':' || own.medium_id) as name (job_key)
    left join graphile_worker._private_jobs waiting on waiting.key = name.job_key
    where own.medium_id = any (refused || settled)
      and passengers.status = 'active'
      and (
        own.medium_id = any (refused)
        or own.medium_id = any (settled)
        and exists (
          select from card_news told
          where told.passenger_id = own.passenger_id
            and told.card_id = coalesce(own.successor_card_id, own.card_id)
            and told.accepted_at is null
        )
      )
    order by own.medium_id
  ) as own;
end
$$;
