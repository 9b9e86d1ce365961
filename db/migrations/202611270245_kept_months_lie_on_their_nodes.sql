-- On a cluster the month that keeps owed fares was filled on the first node and spread when it became a partition: the rows were copied
-- to their nodes, and stayed on the first one, where no statement sees them. Now it is spread before it is filled. It also replaces the
-- first form of the function, which a cluster refused.

create or replace function drop_month_before(cutoff timestamptz) returns text
  language plpgsql
  security definer
  set search_path to 'public', 'pg_temp'
  set lock_timeout to '40ms'
as $$
declare
  travel regclass;
  month_table text;
  kept_table text;
  bounds text;
  is_kept text;
  is_some_kept boolean;
  is_all_kept boolean;
begin
  if cutoff is null or cutoff > now() - interval '1 month' then
    raise exception 'travel of the last month is not dropped';
  end if;
  for travel, month_table, bounds, is_kept in
    select i.inhparent, child.relname, pg_get_expr(child.relpartbound, child.oid), case i.inhparent
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
    -- An import must not write to the month from now on. Readers go on.
    execute format('lock table %I in exclusive mode', month_table);
    execute format('select count(*) > 0 from (select 1 from %I where %s limit 1) one', month_table, is_kept)
      into is_some_kept using cutoff;
    if not is_some_kept then
      execute format('drop table %I', month_table);
      return month_table;
    end if;
    execute format('select count(*) = 0 from (select 1 from %I where (%s) is not true limit 1) one', month_table, is_kept)
      into is_all_kept using cutoff;
    continue when is_all_kept;
    kept_table := month_table || '_kept';
    execute format('create table %I (like %I including all) with (fillfactor = 90)', kept_table, month_table);
    if exists (select from pg_extension where extname = 'citus') then
      perform create_distributed_table(kept_table::regclass, 'medium_id', colocate_with => travel::text);
    end if;
    -- Readers wait only while the tables are exchanged, not while the rows are copied.
    execute format('insert into %I select * from %I where %s', kept_table, month_table, is_kept) using cutoff;
    execute format('drop table %I', month_table);
    execute format('alter table %I rename to %I', kept_table, month_table);
    execute format('alter table %s attach partition %I %s', travel, month_table, bounds);
    return month_table;
  end loop;
  return null;
end
$$;
