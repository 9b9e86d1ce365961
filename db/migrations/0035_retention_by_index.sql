-- What is not dropped by partition is found by age through an index, each batch from where the one before ended.

create index settlements__at on settlements (coalesce(requested_at, exported_at));
create index authorisations__at on authorisations (coalesce(requested_at, exported_at));
create index products__valid_to on products (valid_to);
create index service_references__opened_at on service_references (opened_at);
create index audit_events__at on audit_events (at);
create index passengers__closed_at on passengers (created_at) where status = 'anonymised';
comment on column passengers.created_at is 'Of a closed account the day on which it was closed';
create index feed_files__imported_at on feed_files (imported_at);
create index feed_files__exported_at on feed_files (exported_at) where format <> 'gtfs' and refusal is null;
create index feed_waiting__file_id_line_number on feed_waiting (file_id, line_number);

-- Dropping a month waits for those who read it, and whoever comes next waits behind that: so it gives up at once, and
-- the caller tries again. The name is looked at before it is read as a month, in whatever order the planner joins.
create or replace function drop_month_before(cutoff timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '40ms' as $$
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
    and case when child.relname ~ '_[0-9]{6}$'
      then (to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= cutoff end
  order by child.relname
  limit 1;
  if month_table is not null then
    execute format('drop table %I', month_table);
  end if;
  return month_table;
end
$$;

drop function delete_old_audit_events;
create function delete_old_audit_events(months integer, after timestamptz default '-infinity') returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_at timestamptz;
begin
  if months is null or months < 1 then
    raise exception 'events of the last month are not deleted';
  end if;
  select max(old.at) into last_at
  from (
    select at
    from audit_events
    where at > after and at < now() - make_interval(months => months)
    order by at
    limit 5000
  ) as old;
  delete from audit_events where at > after and at <= last_at;
  return last_at;
end
$$;
comment on function delete_old_audit_events is 'The only way to delete an audit event: by age. One batch; answers how far it came, null when none was left';
revoke execute on function delete_old_audit_events from public;
grant execute on function delete_old_audit_events to tapfolio_worker;
