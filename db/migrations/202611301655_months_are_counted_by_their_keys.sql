-- What is only shown of a trip, a tap or a payment is no longer counted when its month has grown: that took a twenty-fifth of the processor
-- time of an import. On a cluster the shards take this over when the month is attached, which is why it stands before.
create or replace function ensure_months(first_instant timestamptz, last_instant timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month_start timestamp; -- wall time of UTC
  table_name text;
  month_name text;
  uncounted text;
  -- By these, statements find rows or tell them apart. All others are only shown: nothing asks how their values are spread.
  counted constant text[] := array[
    'medium_id', 'tapped_at', 'started_at', 'opened_at', 'tap_id', 'trip_id', 'payment_id', 'operator_code', 'srid', 'status', 'reason', 'service_day'
  ];
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
      perform pg_advisory_xact_lock(hashtext('ensure_months'));
      -- to_regclass may still remember that there was none.
      continue when exists (
        select from pg_class where relname = month_name and relnamespace = 'public'::regnamespace
      );
      execute format('create table %I (like %I including all) with (fillfactor = 90)', month_name, table_name);
      select string_agg(format('alter column %I set statistics 0', attname), ', ')
      into uncounted
      from pg_attribute
      where attrelid = to_regclass(month_name)
        and attnum > 0
        and attname <> all (counted);
      execute format('alter table %I %s', month_name, uncounted);
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)',
        table_name,
        month_name,
        month_start at time zone 'UTC',
        (month_start + interval '1 month') at time zone 'UTC'
      );
    end loop;
  end loop;
  -- A new table is visible a moment before every connection knows of it. Its maker holds this lock until they do.
  perform pg_advisory_xact_lock_shared(hashtext('ensure_months'));
end
$$;
