-- Late taps, fares and bank answers update most rows of a month once or twice. With some room on each page the new version
-- lies beside the old one and no index is touched.
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
      execute format('create table %I (like %I including all) with (fillfactor = 90)', month_name, table_name);
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

do $$
declare
  month_table regclass;
begin
  for month_table in
    select inhrelid from pg_inherits where inhparent in ('taps'::regclass, 'trips'::regclass, 'payments'::regclass)
  loop
    execute format('alter table %s set (fillfactor = 90)', month_table);
  end loop;
end
$$;
