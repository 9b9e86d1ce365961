-- A fare that was still owed was forgotten with its month: its card stayed locked, and its passenger saw nothing to pay.
-- Of an old month the payments and trips of the fares in debts stay: the month is emptied and they are written back.

create or replace function drop_month_before(cutoff timestamptz) returns text
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
  set lock_timeout to '40ms'
as $$
declare
  month_table text;
  is_kept text;
  is_some_kept boolean;
  is_all_kept boolean;
  kept jsonb;
begin
  if cutoff is null or cutoff > now() - interval '1 month' then
    raise exception 'travel of the last month is not dropped';
  end if;
  for month_table, is_kept in
    select child.relname, case i.inhparent
      when 'payments'::regclass
        then '(medium_id, payment_id) in (select medium_id, payment_id from debts where opened_at < $1)'
      when 'trips'::regclass
        then '(medium_id, srid) in (select medium_id, srid from debts where opened_at < $1)'
      else 'false' end
    from pg_inherits i
    join pg_class child on child.oid = i.inhrelid
    where i.inhparent in ('taps'::regclass, 'trips'::regclass, 'payments'::regclass)
      and case when child.relname ~ '_[0-9]{4}(0[1-9]|1[0-2])$'
        then (to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= cutoff end
    order by child.relname
  loop
    execute format('select count(*) > 0 from (select from %I where %s limit 1) one', month_table, is_kept)
      into is_some_kept using cutoff;
    if not is_some_kept then
      execute format('drop table %I', month_table);
      return month_table;
    end if;
    execute format('select count(*) = 0 from (select from %I where (%s) is not true limit 1) one', month_table, is_kept)
      into is_all_kept using cutoff;
    continue when is_all_kept;
    -- An import must not write between reading and emptying. Only this month is locked.
    execute format('lock table %I in access exclusive mode', month_table);
    execute format('select jsonb_agg(to_jsonb(one)) from %I one where %s', month_table, is_kept)
      into kept using cutoff;
    execute format('truncate %I', month_table);
    execute format('insert into %1$I select (jsonb_populate_recordset(null::%1$I, $1)).*', month_table) using kept;
    return month_table;
  end loop;
  return null;
end
$$;

comment on function drop_month_before is 'Drops one monthly partition of travel that ends before an instant, or all of it but what belongs to fares in debts; answers its name, null when nothing is left to drop';
