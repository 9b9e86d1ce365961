-- "create table … partition of" locks the whole table against readers. Made for three tables in one transaction it
-- deadlocks with a passenger's read of two of them; attaching a table made beside locks out nobody.
create or replace function ensure_months(first_instant timestamptz, last_instant timestamptz) returns void language plpgsql as $$
declare
  month_start timestamp; -- wall time of UTC
  table_name text;
  month_name text;
begin
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
