-- Autovacuum counts no rows of a transaction that is still open: a table of many pages that an import was cut off from, and that the
-- next one fills, counts as empty until that one commits, and every plan is made for an empty table. Once analyzed it stays so:
-- autovacuum passes over a table that somebody else analyzes in an open transaction.
create function analyze_taken_for_empty() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  filled regclass;
begin
  for filled in
    select oid
    from pg_class
    where relkind = 'r'
      and relnamespace = 'public'::regnamespace
      and reltuples = 0
      and relpages > 0
      and pg_stat_get_xact_tuples_inserted(oid) > 0
  loop
    execute format('analyze %s', filled);
  end loop;
end
$$;
comment on function analyze_taken_for_empty is 'Counts the rows of tables that count as empty although this transaction has filled them';
revoke execute on function analyze_taken_for_empty from public;
grant execute on function analyze_taken_for_empty to tapfolio_feed;
