-- One try to have the bank collect an unpaid fare, and the calls of the bank about it.

create table collections (
  medium_id uuid not null,
  collection_id uuid not null,
  payment_id uuid not null,
  operator_code text not null,
  srid text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  attempt_key uuid not null,
  asked_by text not null,
  requested_at timestamptz not null,
  attempts integer not null default 0,
  doubts integer not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  first_submitted_at timestamptz,
  missed_at timestamptz,
  outcome text,
  decline_code text,
  bank_reference text,
  closed_at timestamptz,
  constraint collections__pk primary key (medium_id, collection_id),
  constraint collections__amount check (amount_minor > 0),
  constraint collections__asked_by check (asked_by in ('passenger', 'guest')),
  constraint collections__outcome check (outcome in ('approved', 'declined', 'not_charged')),
  constraint collections__closed check ((outcome is null) = (closed_at is null)),
  constraint collections__proof check (outcome is distinct from 'approved' or bank_reference is not null)
);
create unique index collections__open on collections (medium_id, payment_id) where outcome is null;
create unique index collections__bank_reference on collections (medium_id, bank_reference) where outcome = 'approved';
create index collections__debt on collections (medium_id, payment_id);
create index collections__id on collections (collection_id);
create index collections__due on collections (next_at) where outcome is null;
create index collections__closed_at on collections (closed_at) where outcome is not null;
comment on table collections is 'One try at the bank for an unpaid fare; what has become of the fare itself stands in debts.state';
comment on column collections.collection_id is 'Our reference at the bank, and the id of the payment that follows';
comment on column collections.attempt_key is 'The bank does the same thing once for one key: made before it is asked for the first time and never renewed';
comment on column collections.doubts is 'How often in a row the bank gave no answer';
comment on column collections.next_at is 'When the bank is asked next, while the try is open';
comment on column collections.lease_until is 'Until when a worker has the try to itself; null when none has';
comment on column collections.missed_at is 'When the bank, asked by our reference, knew of no charge for the first time';
comment on column collections.outcome is 'Null while the try is open. not_charged: the bank never took the money';

create table bank_events (
  medium_id uuid not null,
  event_id text not null,
  reference uuid not null,
  answer jsonb not null,
  received_at timestamptz not null,
  obeyed_at timestamptz,
  constraint bank_events__pk primary key (medium_id, event_id)
);
create index bank_events__received_at on bank_events (received_at);
create index bank_events__waiting on bank_events (received_at) where obeyed_at is null;
comment on table bank_events is 'News that the bank sent by itself and signed; each is obeyed once';
comment on column bank_events.reference is 'Ours: the collection that it is about';
comment on column bank_events.answer is 'What the bank did, in the words of the port';

-- The parts that begin a collection, or hear from the bank, have nothing else to do with the job queue.
create function enqueue_money_job(task text, medium uuid, id text, wait_seconds double precision) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if task is null or task not in ('collect-debt', 'obey-bank') then
    raise exception 'no call asks for the job %', task;
  end if;
  perform graphile_worker.add_job(
    task,
    payload => json_build_object('mediumId', medium, 'id', id),
    job_key => task || ':' || id,
    run_at => now() + make_interval(secs => wait_seconds),
    max_attempts => 25);
end
$$;
comment on function enqueue_money_job is 'Asks for a job that moves money or hears of it; a job about the same thing that has not begun is replaced';

-- The payment that follows a collection lies in the month in which the bank took the money.
create function ensure_this_month() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ensure_months(now(), now() + interval '1 day');
end
$$;
comment on function ensure_this_month is 'Makes the partitions of today and tomorrow where they are missing';

grant select, insert on collections to tapfolio_portal;
grant select on collections to tapfolio_auth;
grant select, update, delete on collections to tapfolio_worker;
grant select (event_id, medium_id), insert on bank_events to tapfolio_portal;
grant select, update (obeyed_at), delete on bank_events to tapfolio_worker;
grant update (state, state_at, version) on debts to tapfolio_portal, tapfolio_worker;
grant insert on debt_events to tapfolio_portal, tapfolio_worker;
grant select on debts, debt_events to tapfolio_worker;
grant insert on payments to tapfolio_worker;
revoke execute on function enqueue_money_job, ensure_this_month from public;
grant execute on function enqueue_money_job to tapfolio_portal, tapfolio_worker;
grant execute on function ensure_this_month to tapfolio_worker;
