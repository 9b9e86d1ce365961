-- A delivery that could not even be unpacked, dated or given to an operator is not in feed_files: it may be possible later.

create table refused_deliveries (
  place text not null,
  name text not null,
  reason text not null,
  refused_at timestamptz not null default now(),
  constraint refused_deliveries__pk primary key (place)
);
comment on table refused_deliveries is 'What lies in an inbox and was not imported; a row goes when its delivery is imported or removed';
comment on column refused_deliveries.place is 'Its path on the machine that watches the inbox';

grant select, insert, update, delete on refused_deliveries to tapfolio_feed;
