-- Look-ups are asked when taps and fares come, which is days after the travel, and live for weeks (docs/decisions/0026).
-- They are forgotten in the order in which they came: by file and line. What is kept of the tables so far counts as
-- having come with the newest file. Written to new tables: most of the old ones would have been deleted.

alter table tap_lookups rename to former_tap_lookups;
alter table former_tap_lookups rename constraint tap_lookups__pk to former_tap_lookups__pk;
create table tap_lookups (
  tap_id uuid not null,
  medium_id uuid not null,
  tapped_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint tap_lookups__pk primary key (tap_id)
);
comment on table tap_lookups is 'Where a tap lies: fares name a tap and no card; kept for weeks after the tap was first delivered';
comment on column tap_lookups.tapped_at is 'Time of the tap by its newest export';
comment on column tap_lookups.file_id is 'File and line that brought the tap first: the order in which look-ups are forgotten';

alter table trip_lookups rename to former_trip_lookups;
alter table former_trip_lookups rename constraint trip_lookups__pk to former_trip_lookups__pk;
create table trip_lookups (
  trip_id uuid not null,
  medium_id uuid not null,
  started_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint trip_lookups__pk primary key (trip_id)
);
comment on table trip_lookups is 'Where a trip lies, for a fare that comes again with another tap; kept as tap_lookups are';
comment on column trip_lookups.file_id is 'File and line that brought the trip first: the order in which look-ups are forgotten';

do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    perform create_distributed_table('tap_lookups', 'tap_id', colocate_with => 'none');
    perform create_distributed_table('trip_lookups', 'trip_id', colocate_with => 'none');
  end if;
end
$$;

insert into tap_lookups (tap_id, medium_id, tapped_at, file_id, line_number)
select tap_id, medium_id, tapped_at, (select coalesce(max(file_id), 0) from feed_files), row_number() over ()
from former_tap_lookups
where tapped_at >= current_date - 90;
insert into trip_lookups (trip_id, medium_id, started_at, file_id, line_number)
select trip_id, medium_id, started_at, (select coalesce(max(file_id), 0) from feed_files), row_number() over ()
from former_trip_lookups
where started_at >= current_date - 90;
drop table former_tap_lookups, former_trip_lookups;

create index tap_lookups__file_id_line_number on tap_lookups (file_id, line_number);
create index trip_lookups__file_id_line_number on trip_lookups (file_id, line_number);

grant select, insert, update on tap_lookups, trip_lookups to tapfolio_feed;
grant select, delete on tap_lookups, trip_lookups to tapfolio_worker;
