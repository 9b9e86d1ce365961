-- A table is a month of travel when its name ends in one: a number of six digits that is no month made the deletion fail.

create or replace function drop_month_before(cutoff timestamptz) returns text
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
  set lock_timeout to '40ms'
as $$
declare
  month_table text;
begin
  if cutoff is null or cutoff > now() - interval '1 month' then
    raise exception 'travel of the last month is not dropped';
  end if;
  select child.relname into month_table
  from pg_inherits i
  join pg_class child on child.oid = i.inhrelid
  where i.inhparent in ('taps'::regclass, 'trips'::regclass, 'payments'::regclass)
    and case when child.relname ~ '_[0-9]{4}(0[1-9]|1[0-2])$'
      then (to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= cutoff end
  order by child.relname
  limit 1;
  if month_table is not null then
    execute format('drop table %I', month_table);
  end if;
  return month_table;
end
$$;
