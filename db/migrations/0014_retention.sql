-- Retention drops whole months of travel instead of deleting their rows. One table a call, so that the caller can commit in
-- between: dropping locks the parent for a moment, and two of those locks in one transaction could deadlock with a reader.
create function drop_month_before(cutoff timestamptz) returns text language plpgsql as $$
declare
  month_table text;
begin
  select child.relname into month_table
  from pg_inherits i
  join pg_class parent on parent.oid = i.inhparent
  join pg_class child on child.oid = i.inhrelid
  where parent.relname in ('taps', 'trips', 'payments')
    and parent.relnamespace = 'public'::regnamespace
    and (to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= cutoff
  order by child.relname
  limit 1;
  if month_table is not null then
    execute format('drop table %I', month_table);
  end if;
  return month_table;
end
$$;
comment on function drop_month_before is 'Drops one monthly partition of travel that ends before an instant; answers its name, null when there is none';
