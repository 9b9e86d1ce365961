-- The other trip of a question about a trip that looks wrong: the operator looks up both. It goes with the question, and with its own card.
create table question_trips (
  passenger_id uuid not null,
  question_id uuid not null,
  card_id integer not null,
  trip_id uuid not null,
  started_at timestamptz not null,
  payment_id uuid,
  srid text,
  amount_minor bigint not null,
  currency char(3) not null,
  constraint question_trips__pk primary key (question_id),
  constraint question_trips__question_id_fk foreign key (passenger_id, question_id)
    references questions (passenger_id, question_id) on delete cascade,
  constraint question_trips__card_id_fk foreign key (passenger_id, card_id) references cards (passenger_id, card_id) on delete cascade
);
create index question_trips__card_id on question_trips (passenger_id, card_id);
comment on table question_trips is 'The other trip that a question about a trip names';
comment on column question_trips.payment_id is 'The payment of the trip; null if it had none';
comment on column question_trips.amount_minor is 'The fare';
grant select, delete on question_trips to tapfolio_auth;
grant select, insert on question_trips to tapfolio_portal;
