-- Reference data that every travel row may be joined with. Small, replaced by imports; reference tables on a distributed engine.

create table operators (
  operator_code text not null,
  name text not null,
  time_zone text not null,
  day_cut time not null,
  currency char(3) not null,
  is_home boolean not null,
  constraint operators__pk primary key (operator_code)
);
comment on table operators is 'Who runs the vehicles, as configured; upserted at start, never deleted while travel rows name it';
comment on column operators.operator_code is 'The operator id as the back office writes it in its files';
comment on column operators.day_cut is 'Local time at which one service day ends and the next begins';

create table lines (
  operator_code text not null,
  line_id text not null,
  name text not null,
  long_name text,
  names jsonb not null default '{}',
  transport_type text not null,
  color text,
  text_color text,
  sort_order integer,
  updated_at timestamptz not null,
  constraint lines__pk primary key (operator_code, line_id),
  constraint lines__transport_type check (transport_type in ('bus', 'tram', 'rail', 'metro', 'trolleybus', 'other'))
);
comment on table lines is 'GTFS routes.txt: a line as signs show it';
comment on column lines.name is 'route_short_name, or route_long_name when there is no short one';
comment on column lines.names is 'Translations of long_name by language ("en", "fr"); the key "" is never used';

create table stops (
  operator_code text not null,
  stop_id text not null,
  stop_code text,
  name text not null,
  names jsonb not null default '{}',
  parent_stop_id text,
  latitude double precision,
  longitude double precision,
  updated_at timestamptz not null,
  constraint stops__pk primary key (operator_code, stop_id)
);
comment on table stops is 'GTFS stops.txt; a platform shows the name of its parent station';
comment on column stops.names is 'Translations of name by language ("en", "fr")';
