-- Which trips a passenger has made for work. Only exceptions and rules are stored: a card may say that all its new trips are for work, and a mark
-- says the contrary of a single trip. Marks are found by the id of the trip, which a corrected trip keeps. They go with their card.

create table work_rules (
  passenger_id uuid not null,
  card_id integer not null,
  starts_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz,
  constraint work_rules__pk primary key (passenger_id, card_id, starts_at),
  constraint work_rules__card_id_fk foreign key (passenger_id, card_id) references cards (passenger_id, card_id) on delete cascade,
  constraint work_rules__ends_at check (ends_at >= starts_at)
);
create unique index work_rules__open on work_rules (passenger_id, card_id) where ends_at is null;
create index work_rules__ends_at on work_rules (ends_at);
comment on table work_rules is 'Times in which all new trips with a card are for work';
comment on column work_rules.card_id is 'The card in the list of the passenger, with all its media';
comment on column work_rules.starts_at is 'Trips that begin from then on are for work';
comment on column work_rules.ends_at is 'Trips that begin from then on are not; null while the rule is on';
comment on index work_rules__open is 'A card has one rule that is on';
grant select, delete on work_rules to tapfolio_auth;
grant select, insert, update (ends_at) on work_rules to tapfolio_portal;
grant select (passenger_id, card_id, starts_at, ends_at), update (ends_at), delete on work_rules to tapfolio_worker;

create table work_marks (
  passenger_id uuid not null,
  trip_id uuid not null,
  card_id integer not null,
  started_at timestamptz not null,
  is_for_work boolean not null,
  constraint work_marks__pk primary key (passenger_id, trip_id),
  constraint work_marks__card_id_fk foreign key (passenger_id, card_id) references cards (passenger_id, card_id) on delete cascade
);
create index work_marks__card_id on work_marks (passenger_id, card_id);
create index work_marks__started_at on work_marks (started_at);
comment on table work_marks is 'Trips of which a passenger says the contrary of what the rule of the card says';
comment on column work_marks.card_id is 'The card that had the trip when it was marked';
comment on column work_marks.started_at is 'When the trip began as it was known then; says how long the mark is kept, and nothing else';
grant select, delete on work_marks to tapfolio_auth;
grant select, insert, update (card_id, started_at, is_for_work), delete on work_marks to tapfolio_portal;
grant select (passenger_id, trip_id, started_at), update (started_at), delete on work_marks to tapfolio_worker;
