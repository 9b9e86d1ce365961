-- Every delivered line is kept for some weeks. It was the largest table and could only be deleted row by row; now a week
-- that is old enough is dropped. No foreign key to the ledger, whose rows stay: dropping a week would lock the ledger,
-- and that is read with every list of cards.

alter table feed_rows rename to former_feed_rows;
alter table former_feed_rows rename constraint feed_rows__pk to former_feed_rows__pk;
create table feed_rows (
  file_id bigint not null,
  line_number integer not null,
  content text not null,
  imported_on date not null default (now() at time zone 'UTC')::date,
  constraint feed_rows__pk primary key (file_id, line_number, imported_on)
) partition by range (imported_on);
comment on table feed_rows is 'Every row as it stood in its file, so that a new mapping can be replayed while it is kept';
comment on column feed_rows.imported_on is 'Day of the import (UTC); a partition holds the week that begins on a Monday';

create function ensure_feed_weeks(first_day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  week_start date;
  week_name text;
begin
  if first_day is null or first_day < current_date - 366 or first_day > current_date + 7 then
    raise exception 'weeks are made for a year back at most';
  end if;
  for week_start in
    select generate_series(date_trunc('week', first_day), date_trunc('week', current_date + 7), interval '7 days')::date
  loop
    week_name := 'feed_rows_' || to_char(week_start, 'YYYYMMDD');
    continue when to_regclass(week_name) is not null;
    execute format('create table %I (like feed_rows including all)', week_name);
    execute format('alter table feed_rows attach partition %I for values from (%L) to (%L)',
      week_name, week_start, week_start + 7);
  end loop;
end
$$;
comment on function ensure_feed_weeks is 'Makes the partitions of feed_rows from the week of a day to the next week';

-- Who could read or write the rows still can.
do $$
declare
  given record;
begin
  for given in
    select a.privilege_type as verb, a.grantee::regrole::text as grantee
    from pg_class c, aclexplode(c.relacl) a
    where c.oid = 'former_feed_rows'::regclass and a.grantee <> c.relowner
  loop
    execute format('grant %s on feed_rows to %s', given.verb, given.grantee);
  end loop;
end
$$;
revoke delete on feed_rows from tapfolio_worker;

select ensure_feed_weeks(current_date - 42);
insert into feed_rows (file_id, line_number, content, imported_on)
select r.file_id, r.line_number, r.content, (f.imported_at at time zone 'UTC')::date
from former_feed_rows r
join feed_files f on f.file_id = r.file_id
where f.imported_at >= current_date - 42;
drop table former_feed_rows;

create function drop_feed_week_before(cutoff date) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '40ms' as $$
declare
  week_table text;
begin
  if cutoff is null or cutoff > current_date - 7 then
    raise exception 'rows of the last week are not dropped';
  end if;
  select child.relname into week_table
  from pg_inherits i
  join pg_class child on child.oid = i.inhrelid
  where i.inhparent = 'feed_rows'::regclass
    and case when child.relname ~ '_[0-9]{8}$' then to_date(right(child.relname, 8), 'YYYYMMDD') + 7 <= cutoff end
  order by child.relname
  limit 1;
  if week_table is not null then
    execute format('drop table %I', week_table);
  end if;
  return week_table;
end
$$;
comment on function drop_feed_week_before is 'Drops one week of feed_rows that ends before a day; answers its name, null when there is none';

revoke execute on function ensure_feed_weeks, drop_feed_week_before from public;
grant execute on function ensure_feed_weeks to tapfolio_feed;
grant execute on function drop_feed_week_before to tapfolio_worker;
