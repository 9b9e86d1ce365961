-- An import may bring unpaid fares of thousands of media, and asked for each job by itself. A job that has not begun is replaced, and one
-- that runs is followed by another, as by wake_back_office, which the release before calls.

create function wake_back_office_of(media uuid[], run_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if cardinality(media) = 0 then
    return;
  end if;
  perform graphile_worker.add_jobs(array(
    select row(
        'tell-back-office', json_build_object('mediumId', medium), null, wake_back_office_of.run_at, 12,
        'back-office:' || medium, null, null
      )::graphile_worker.job_spec
    from unnest(media) as medium
    group by medium
    order by medium));
end
$$;
comment on function wake_back_office_of is 'Asks for the jobs that send the messages of these media';
revoke execute on function wake_back_office_of from public;
grant execute on function wake_back_office_of to tapfolio_portal, tapfolio_feed, tapfolio_worker;
