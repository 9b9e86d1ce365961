-- What happened in the vehicles and at the bank, keyed by medium. Nothing here knows a passenger.

create table media (
  medium_id uuid not null,
  operator_code text not null,
  scheme text,
  medium_type text not null default 'unidentified',
  last_four text,
  status text not null default 'active',
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint media__pk primary key (medium_id),
  constraint media__last_four check (last_four ~ '^[0-9A-Z]{4}$')
);
comment on table media is 'One row per card, phone or watch token (xTAT)';
comment on column media.medium_id is 'UUIDv8: HMAC-SHA-256 of the token under a secret that never rotates; the token itself is not stored here';

create table taps (
  medium_id uuid not null,
  tapped_at timestamptz not null,
  tap_id uuid not null,
  operator_code text not null,
  direction text not null,
  outcome text not null,
  stop_id text,
  stop_name text,
  line_id text,
  line_name text,
  srid text,
  currency char(3),
  received_at timestamptz,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint taps__pk primary key (medium_id, tapped_at, tap_id),
  constraint taps__direction check (direction in ('on', 'off', 'single')),
  constraint taps__outcome check (outcome in ('accepted', 'refused'))
) partition by range (tapped_at);
comment on table taps is 'A card presented to a reader';
comment on column taps.srid is 'Payment reference the back office put the tap under; null until it has';

create table trips (
  medium_id uuid not null,
  started_at timestamptz not null,
  trip_id uuid not null,
  operator_code text not null,
  tap_id uuid not null,
  srid text,
  line_id text,
  line_name text,
  transport_type text,
  status text not null,
  fare_minor bigint not null,
  currency char(3) not null,
  fare_reason text,
  from_stop_id text,
  from_name text,
  to_stop_id text,
  to_name text,
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  refund_reason text,
  refund_minor bigint,
  service_day date not null,
  updated_at timestamptz not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint trips__pk primary key (medium_id, started_at, trip_id),
  constraint trips__status check (status in ('provisional', 'calculated', 'fallback')),
  constraint trips__transport_type check (transport_type in ('bus', 'tram', 'rail', 'metro', 'trolleybus', 'other')),
  constraint trips__refund check (refund_minor >= 0)
) partition by range (started_at);
comment on table trips is 'A trip and its fare';
comment on column trips.started_at is 'When the boarding tap was made; never changes, whatever later files correct';
comment on column trips.srid is 'Payment the fare was charged with: the reference of its boarding tap';
comment on column trips.line_name is 'Name as delivered; used when the line is in no timetable';
comment on column trips.transport_type is 'As delivered or read from the delivered line; the timetable''s own type goes first';
comment on column trips.service_day is 'Day of operation in the operator''s zone and day cut';
comment on column trips.updated_at is 'When the back office last changed the trip';

create table payments (
  medium_id uuid not null,
  opened_at timestamptz not null,
  payment_id uuid not null,
  operator_code text not null,
  srid text,
  reason text not null,
  method text not null,
  status text not null,
  due_minor bigint not null,
  paid_minor bigint not null,
  debt_paid_minor bigint not null default 0,
  currency char(3) not null,
  service_day date not null,
  closed_at timestamptz,
  updated_at timestamptz not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint payments__pk primary key (medium_id, opened_at, payment_id),
  constraint payments__reason check (reason in ('trip', 'refund', 'reservation', 'debt_recovery', 'recover', 'product', 'topup')),
  constraint payments__method check (method in ('emv', 'ddm', 'ssp', 'bal', 'twint')),
  constraint payments__status check (status in ('open', 'pending', 'accepted', 'payment_error', 'application_error', 'corrupted', 'none', 'lost', 'card_dead'))
) partition by range (opened_at);
create index payments__unpaid on payments (medium_id) where status = 'payment_error';
create index payments__payment_id on payments (medium_id, payment_id);
comment on table payments is 'What is charged to a card in one go: usually a day of travel';
comment on column payments.due_minor is 'What the trips of the window cost after caps';
comment on column payments.paid_minor is 'What the bank took, recovered debt included';
comment on column payments.debt_paid_minor is 'The part of paid_minor that was recovered after a first refusal';

create table settlements (
  medium_id uuid not null,
  settlement_id uuid not null,
  operator_code text not null,
  srid text,
  kind text not null,
  direction text not null,
  amount_minor bigint not null,
  approved boolean not null,
  requested_at timestamptz,
  retrieval_reference text,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint settlements__pk primary key (medium_id, settlement_id),
  constraint settlements__kind check (kind in ('charge', 'debt_recovery', 'refund')),
  constraint settlements__direction check (direction in ('debit', 'credit')),
  constraint settlements__amount check (amount_minor >= 0)
);
create index settlements__srid on settlements (medium_id, srid);
comment on table settlements is 'A movement of money at the acquirer';

create table authorisations (
  medium_id uuid not null,
  authorisation_id uuid not null,
  operator_code text not null,
  srid text,
  kind text not null,
  amount_minor bigint not null,
  approved boolean not null,
  requested_at timestamptz,
  response_code text,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint authorisations__pk primary key (medium_id, authorisation_id)
);
comment on table authorisations is 'A question to the acquirer that moves no money: card checks and reservations';

create table products (
  medium_id uuid not null,
  valid_from timestamptz not null,
  product_id uuid not null,
  operator_code text not null,
  name text not null,
  description text,
  valid_to timestamptz not null,
  amount_minor bigint not null,
  currency char(3) not null,
  status text not null,
  fare_class text,
  round_trip_type text,
  user_profile text,
  fq_code text,
  booking_id text,
  from_tariff_location text,
  to_tariff_location text,
  stored_value_minor bigint,
  srid text,
  updated_at timestamptz not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint products__pk primary key (medium_id, valid_from, product_id),
  constraint products__status check (status in ('active', 'used', 'expired', 'cancelled')),
  constraint products__validity check (valid_to >= valid_from)
);
comment on table products is 'A ticket or pass bought with a card';

-- lookups: the looked-up value is the whole key
create table service_references (
  srid text not null,
  medium_id uuid not null,
  payment_id uuid not null,
  opened_at timestamptz not null,
  operator_code text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  paid boolean not null,
  constraint service_references__pk primary key (srid)
);
comment on table service_references is 'The only way in from a statement line: reference to card and payment';
comment on column service_references.amount_minor is 'What the statement shows: what was paid, or what is due while nothing was';

create table tap_lookups (
  tap_id uuid not null,
  medium_id uuid not null,
  tapped_at timestamptz not null,
  constraint tap_lookups__pk primary key (tap_id)
);
comment on table tap_lookups is 'Which medium a tap belongs to: fares name a tap and no card';
comment on column tap_lookups.tapped_at is 'Time of the tap as first delivered; it is part of keys and never changes';

-- A month without its partition would refuse the whole file, so importers ask for the months they are about to fill.
create function ensure_months(first_instant timestamptz, last_instant timestamptz) returns void language plpgsql as $$
declare
  month_start timestamp; -- wall time of UTC
  table_name text;
begin
  for month_start in
    select generate_series(
      date_trunc('month', first_instant at time zone 'UTC'),
      date_trunc('month', last_instant at time zone 'UTC'),
      interval '1 month')
  loop
    foreach table_name in array array['taps', 'trips', 'payments'] loop
      execute format(
        'create table if not exists %I partition of %I for values from (%L) to (%L)',
        table_name || '_' || to_char(month_start, 'YYYYMM'),
        table_name,
        month_start at time zone 'UTC',
        (month_start + interval '1 month') at time zone 'UTC'
      );
    end loop;
  end loop;
end
$$;
comment on function ensure_months is 'Makes the monthly partitions (UTC) that cover the two instants, where they are missing';
