-- Of two that end several sessions of one passenger in different orders each may hold what the other waits for. The sweep leaves alone what another
-- transaction has. To lock a row needs a right to change it, and the worker must not keep a session alive.
create function delete_ended_sessions() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with free as (
    select token_hash
    from sessions
    where least(expires_at, case when idle_seconds > 0 then last_seen_at + make_interval(secs => idle_seconds) end)
      <= now() - interval '1 day'
    for update skip locked
  )
  delete from sessions using free where sessions.token_hash = free.token_hash;
end
$$;
comment on function delete_ended_sessions is 'Deletes sessions that were over a day ago, but for those that another transaction has';
revoke execute on function delete_ended_sessions from public;
grant execute on function delete_ended_sessions to tapfolio_worker;
