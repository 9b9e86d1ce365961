-- What the operator's back office is told of a card that owes something, in the order in which it happened.

create table back_office_media (
  medium_id uuid not null,
  last_number bigint not null,
  next_at timestamptz,
  lease_until timestamptz,
  attempts integer not null default 0,
  refusals integer not null default 0,
  constraint back_office_media__pk primary key (medium_id)
);
create index back_office_media__next_at on back_office_media (next_at) where next_at is not null;
comment on table back_office_media is 'One row per medium that the back office is told of: the last number given, and when its oldest message is sent next';
comment on column back_office_media.last_number is 'Whoever writes a message takes the next number under the lock of this row, so numbers follow the order of commits';
comment on column back_office_media.next_at is 'When the oldest unsettled message may be sent; null while there is none';
comment on column back_office_media.lease_until is 'Until when a worker has the oldest message to itself; null when none has';
comment on column back_office_media.attempts is 'How often the oldest unsettled message was sent';
comment on column back_office_media.refusals is 'How often the back office refused it; being out of reach is no refusal';

create table back_office_messages (
  medium_id uuid not null,
  message_number bigint not null,
  message_id uuid not null,
  payment_id uuid not null,
  operator_code text not null,
  srid text not null,
  kind text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  created_at timestamptz not null,
  outcome text,
  settled_at timestamptz,
  constraint back_office_messages__pk primary key (medium_id, message_number),
  constraint back_office_messages__kind check (kind in ('access_denied', 'access_requested', 'access_granted')),
  constraint back_office_messages__outcome check (outcome in ('acknowledged', 'parked')),
  constraint back_office_messages__settled check ((outcome is null) = (settled_at is null))
);
create index back_office_messages__waiting on back_office_messages (medium_id, message_number) where outcome is null;
create index back_office_messages__created_at on back_office_messages (created_at);
create index back_office_messages__parked on back_office_messages (settled_at) where outcome = 'parked';
comment on table back_office_messages is 'Sent at least once and in order per medium until the back office acknowledges';
comment on column back_office_messages.message_number is '1 for the first message of the medium, then without a gap';
comment on column back_office_messages.message_id is 'Names the message in every attempt, so that the back office can tell a repetition';
comment on column back_office_messages.outcome is 'Null while it waits. parked: refused again and again, set aside for an administrator';

-- The parts that write messages have nothing else to do with the job queue. A job of the same medium that has not begun is
-- replaced; one that runs is followed by another.
create function wake_back_office(medium uuid, run_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'tell-back-office',
    payload => json_build_object('mediumId', medium),
    job_key => 'back-office:' || medium,
    run_at => run_at,
    max_attempts => 12);
end
$$;
comment on function wake_back_office is 'Asks for the job that sends the messages of a medium';

grant select, insert, update on back_office_media to tapfolio_portal;
grant insert on back_office_messages to tapfolio_portal;
grant select, insert, update on back_office_media to tapfolio_feed;
grant insert on back_office_messages to tapfolio_feed;
grant select, insert, update on back_office_media to tapfolio_worker;
grant select, insert, update, delete on back_office_messages to tapfolio_worker;
revoke execute on function wake_back_office from public;
grant execute on function wake_back_office to tapfolio_portal, tapfolio_feed, tapfolio_worker;
