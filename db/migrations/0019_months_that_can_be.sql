-- A wrong date must not ask for partitions of a far year: nothing drops those again, and every query plans with them.
-- Two years ahead leave room for a file whose last rows lie in the year after its export.
create or replace function ensure_months(first_instant timestamptz, last_instant timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month_start timestamp; -- wall time of UTC
  table_name text;
  month_name text;
begin
  if first_instant is null or last_instant is null or last_instant > first_instant + interval '20 years' then
    raise exception 'months are made for twenty years at a time at most';
  end if;
  if first_instant < timestamptz '2000-01-01Z' or last_instant > now() + interval '25 months' then
    raise exception 'months are made from the year 2000 until two years from now';
  end if;
  for month_start in
    select generate_series(
      date_trunc('month', first_instant at time zone 'UTC'),
      date_trunc('month', last_instant at time zone 'UTC'),
      interval '1 month')
  loop
    foreach table_name in array array['taps', 'trips', 'payments'] loop
      month_name := table_name || '_' || to_char(month_start, 'YYYYMM');
      continue when to_regclass(month_name) is not null;
      execute format('create table %I (like %I including all)', month_name, table_name);
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)',
        table_name,
        month_name,
        month_start at time zone 'UTC',
        (month_start + interval '1 month') at time zone 'UTC'
      );
    end loop;
  end loop;
end
$$;

-- The planner knows nothing of a month that is being filled until somebody counts its rows; autovacuum may take minutes,
-- and the importer does not own the tables.
create function analyze_grown_months() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month_table regclass;
begin
  for month_table in
    select month.oid
    from pg_inherits i
    join pg_class parent on parent.oid = i.inhparent
    join pg_class month on month.oid = i.inhrelid
    where parent.relname in ('taps', 'trips', 'payments')
      and parent.relnamespace = 'public'::regnamespace
      and pg_relation_size(month.oid) / current_setting('block_size')::integer > greatest(month.relpages, 0) * 1.2 + 8
  loop
    execute format('analyze %s', month_table);
  end loop;
end
$$;
comment on function analyze_grown_months is 'Counts the rows of months that have grown by a fifth since they were counted last';

revoke execute on function analyze_grown_months from public;
grant execute on function analyze_grown_months to tapfolio_feed;
