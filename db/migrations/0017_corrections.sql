-- A newer export may move a fare to another tap or card, and a tap in time or to another card. What lies where is part
-- of keys and known on one node only, so the trip is found by a look-up of its own, as the tap always was.

create table trip_lookups (
  trip_id uuid not null,
  medium_id uuid not null,
  started_at timestamptz not null,
  constraint trip_lookups__pk primary key (trip_id)
);
comment on table trip_lookups is 'Where a trip lies, for a fare that comes again with another tap';
insert into trip_lookups (trip_id, medium_id, started_at)
select distinct on (trip_id) trip_id, medium_id, started_at
from trips
order by trip_id, exported_at desc, file_id desc, line_number desc;

comment on table tap_lookups is 'Where a tap lies: fares name a tap and no card';
comment on column tap_lookups.tapped_at is 'Time of the tap by its newest export';
comment on column trips.started_at is 'When the boarding tap was made; moves with it when a newer export corrects its time';

-- A fare that waits is outdated when a newer one of the same trip has found its tap.
create index feed_waiting__trip_id on feed_waiting (trip_id);

do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    perform create_distributed_table('trip_lookups', 'trip_id', colocate_with => 'none');
  end if;
end
$$;
