-- What was sold with a card, and through which channel; passengers choose favourites from it.

create table sales_packages (
  medium_id uuid not null,
  sold_at timestamptz not null,
  sale_id uuid not null,
  operator_code text not null,
  package_code text not null,
  name text not null,
  description text,
  amount_minor bigint not null,
  currency char(3) not null,
  channel_type text not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint sales_packages__pk primary key (medium_id, sold_at, sale_id),
  constraint sales_packages__channel_type check (channel_type in ('app', 'web', 'machine', 'counter', 'phone', 'reader', 'other'))
);
create index sales_packages__sold_at on sales_packages (sold_at);
comment on table sales_packages is 'The sale of a package of tickets with a card';
comment on column sales_packages.package_code is 'The package of the operator''s price list: the same for every sale of it';

grant select on sales_packages to tapfolio_auth, tapfolio_portal;
grant select, insert, update, delete on sales_packages to tapfolio_feed;
grant select, delete on sales_packages to tapfolio_worker;

create table favourites (
  passenger_id uuid not null,
  favourite_id uuid not null,
  place integer not null,
  operator_code text not null,
  package_code text not null,
  package_name text not null,
  name text not null,
  added_at timestamptz not null default now(),
  constraint favourites__pk primary key (passenger_id, favourite_id),
  constraint favourites__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade,
  constraint favourites__place unique (passenger_id, place),
  constraint favourites__place_range check (place between 1 and 2),
  constraint favourites__package unique (passenger_id, operator_code, package_code)
);
comment on table favourites is 'Packages that a passenger keeps at hand under names of their own';
comment on column favourites.place is 'There are two places, so that nobody can have a third favourite';
comment on column favourites.package_name is 'As it was called when it was chosen: the sale itself belongs to the card';

grant select, insert, delete, update (name) on favourites to tapfolio_portal;
grant select, delete on favourites to tapfolio_auth;
