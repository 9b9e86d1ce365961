-- Money that an operator has the bank give back.

create table refunds (
  medium_id uuid not null,
  refund_id uuid not null,
  payment_id uuid not null,
  opened_at timestamptz not null,
  operator_code text not null,
  srid text not null,
  reason text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  state text not null,
  attempt_key uuid not null,
  asked_by uuid not null,
  requested_at timestamptz not null,
  attempts integer not null default 0,
  doubts integer not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  first_submitted_at timestamptz,
  missed_at timestamptz,
  decline_code text,
  bank_reference text,
  closed_at timestamptz,
  delivered_id uuid,
  constraint refunds__pk primary key (medium_id, refund_id),
  constraint refunds__amount check (amount_minor > 0),
  constraint refunds__state check (state in ('requested', 'submitting', 'unknown', 'refunded', 'declined')),
  constraint refunds__closed check ((state in ('refunded', 'declined')) = (closed_at is not null)),
  constraint refunds__proof check (state <> 'refunded' or bank_reference is not null)
);
create unique index refunds__open on refunds (medium_id, payment_id) where closed_at is null;
create unique index refunds__bank_reference on refunds (medium_id, bank_reference) where state = 'refunded';
create unique index refunds__delivered on refunds (medium_id, delivered_id);
create index refunds__srid on refunds (medium_id, srid);
create index refunds__id on refunds (refund_id);
create index refunds__requested_at on refunds (requested_at);
create index refunds__due on refunds (next_at) where closed_at is null;
create index refunds__closed_at on refunds (closed_at) where closed_at is not null;
comment on table refunds is 'Money of a payment that an operator has the bank give back; the bank does each once';
comment on column refunds.refund_id is 'Our reference at the bank, and the id of the payment that follows';
comment on column refunds.opened_at is 'When the payment window opened: where the payment lies';
comment on column refunds.attempt_key is 'The bank does the same thing once for one key: made before it is asked for the first time and never renewed';
comment on column refunds.asked_by is 'With which key of an operator''s system it was asked for';
comment on column refunds.doubts is 'How often in a row the bank gave no answer';
comment on column refunds.next_at is 'When the bank is asked next, while it has not decided';
comment on column refunds.lease_until is 'Until when a worker has it to itself; null when none has';
comment on column refunds.missed_at is 'When the bank, asked by our reference, knew of no refund for the first time';
comment on column refunds.delivered_id is 'The movement of money by which the back office delivered the same refund; then that one is shown';

create table refund_trips (
  medium_id uuid not null,
  refund_id uuid not null,
  trip_id uuid not null,
  amount_minor bigint not null,
  requested_at timestamptz not null,
  is_void boolean not null default false,
  constraint refund_trips__pk primary key (medium_id, refund_id, trip_id),
  constraint refund_trips__amount check (amount_minor > 0)
);
create index refund_trips__requested_at on refund_trips (requested_at);
create unique index refund_trips__once on refund_trips (medium_id, trip_id) where not is_void;
comment on table refund_trips is 'What each trip gets back of a refund; a trip is refunded once';
comment on column refund_trips.is_void is 'The bank declined the refund: the trip may be refunded by another one';

grant select on refunds, refund_trips to tapfolio_auth;
grant select, insert on refunds, refund_trips to tapfolio_portal;
grant select, update (delivered_id) on refunds to tapfolio_feed;
grant select on refund_trips to tapfolio_feed;
grant delete on settlements to tapfolio_feed;
grant select, update, delete on refunds, refund_trips to tapfolio_worker;
grant insert on settlements to tapfolio_worker;
grant select (medium_id, opened_at, payment_id), insert, delete on payments to tapfolio_worker;
grant select (medium_id, started_at, trip_id), update (refund_minor, refund_reason) on trips to tapfolio_worker;
grant select on operators to tapfolio_worker;
