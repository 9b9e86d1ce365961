-- Questions of passengers about a trip or a payment, and the answers of the operator. A question goes with its card, so nobody reads about a card
-- that is not theirs any more.

create table questions (
  question_id uuid not null,
  number text not null,
  passenger_id uuid not null,
  card_id integer not null,
  kind text not null,
  subject_id uuid not null,
  subject_at timestamptz not null,
  operator_code text not null,
  payment_id uuid,
  srid text,
  amount_minor bigint not null,
  currency char(3) not null,
  line text,
  reason text not null,
  state text not null default 'open',
  asked_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  answer_until timestamptz,
  written_at timestamptz not null default now(),
  entry_count integer not null default 1,
  constraint questions__pk primary key (question_id),
  constraint questions__number unique (number),
  constraint questions__passenger_id_question_id unique (passenger_id, question_id),
  constraint questions__card_id_fk foreign key (passenger_id, card_id) references cards (passenger_id, card_id) on delete cascade,
  constraint questions__kind check (kind in ('trip', 'payment')),
  constraint questions__state check (state in ('open', 'answered', 'withdrawn')),
  constraint questions__answer_until check ((state = 'open') = (answer_until is not null)),
  constraint questions__reason check (
    reason in ('not_mine', 'wrong_fare', 'wrong_amount', 'missed_tap', 'charged_twice', 'refund_missing', 'other')
  ),
  constraint questions__entry_count check (entry_count between 1 and 40)
);
create unique index questions__open on questions (passenger_id, kind, subject_id) where state = 'open';
create index questions__card_id on questions (passenger_id, card_id);
create index questions__state on questions (state, state_at, question_id);
create index questions__answer_until on questions (answer_until) where state = 'open';
create index questions__written_at on questions (written_at);
comment on table questions is 'What passengers ask about a trip or a payment';
comment on column questions.number is 'What passenger and operator call it';
comment on column questions.subject_id is 'The trip or the payment, as the kind says';
comment on column questions.subject_at is 'When it began';
comment on column questions.payment_id is 'The payment, or that of the trip; null if the trip had none';
comment on column questions.amount_minor is 'The fare, or what was to be paid; below zero of a refund';
comment on column questions.line is 'What the line of the trip was called, in the language of the passenger';
comment on column questions.state_at is 'Since when it is in this state; of one that is answered, when the last answer came';
comment on column questions.answer_until is 'Until when the operator wants to answer';
comment on column questions.written_at is 'When the newest text was written';
comment on column questions.entry_count is 'How many texts it has';
comment on index questions__open is 'One open question about a trip or a payment (question_already_open)';
grant select, update (written_at), delete on questions to tapfolio_auth;
grant select, insert, update (state, state_at, answer_until, written_at, entry_count) on questions to tapfolio_portal;
grant select (question_id, number, passenger_id, operator_code, state, written_at), update (written_at), delete on questions to tapfolio_worker;

create table question_entries (
  passenger_id uuid not null,
  question_id uuid not null,
  place integer not null,
  written_by text not null,
  written_at timestamptz not null default now(),
  content text not null,
  outcome text,
  constraint question_entries__pk primary key (question_id, place),
  constraint question_entries__question_id_fk foreign key (passenger_id, question_id)
    references questions (passenger_id, question_id) on delete cascade,
  constraint question_entries__written_by check (written_by in ('passenger', 'operator')),
  constraint question_entries__outcome check (outcome in ('explained', 'refunded', 'corrected', 'declined')),
  constraint question_entries__answer check ((written_by = 'operator') = (outcome is not null)),
  constraint question_entries__place check (place > 0)
);
create index question_entries__passenger_id on question_entries (passenger_id);
comment on table question_entries is 'The texts of questions and answers';
comment on column question_entries.place is 'The first one is the question of the passenger';
comment on column question_entries.outcome is 'What the operator did; null in what the passenger wrote';
grant select, delete on question_entries to tapfolio_auth;
grant select, insert on question_entries to tapfolio_portal;

-- The part that answers sees no address. It names the question, and learns nothing of who asked. The mail waits some minutes: a second answer in
-- that time is told by the same mail.
create function enqueue_answer_mail(question uuid, wait_seconds integer) returns void
language plpgsql
security definer
set search_path to public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'send-mail',
    payload => json_build_object(
      'mail', 'question-answered', 'id', gen_random_uuid(), 'passengerId', passenger_id, 'questionId', question_id),
    job_key => 'question-answered:' || question_id,
    job_key_mode => 'preserve_run_at',
    run_at => now() + make_interval(secs => wait_seconds),
    max_attempts => 14)
  from questions
  where question_id = question;
end
$$;
comment on function enqueue_answer_mail(question uuid, wait_seconds integer) is 'Asks for the mail that says that a question was answered';
revoke all on function enqueue_answer_mail(question uuid, wait_seconds integer) from public;
grant execute on function enqueue_answer_mail(question uuid, wait_seconds integer) to tapfolio_portal;

-- A question that waits longer than its passenger was told. One place for each operator: a desk that is not manned makes one alarm.
create view question_faults as
select 'question_waiting' as rule, operator_code as subject,
  jsonb_build_object('questions', count(*), 'since', min(answer_until)) as facts
from questions
where state = 'open'
  and answer_until < now()
group by operator_code;

create or replace function list_money_faults() returns table (rule text, subject text, facts jsonb)
language plpgsql
stable
security definer
set search_path to public, pg_temp
set max_parallel_workers_per_gather to 0
set jit to off
set enable_hashjoin to off
set enable_mergejoin to off
as $$
#variable_conflict use_column
begin
  return query
    select rule, subject, facts
    from (select rule, subject, facts, row_number() over (partition by rule order by subject) as place from money_faults) fault
    where place <= 1000;
  return query select rule, subject, facts from feed_faults order by subject limit 1000;
  return query
    select rule, subject, facts
    from (select rule, subject, facts, row_number() over (partition by rule order by subject) as place from currency_faults) fault
    where place <= 1000;
  return query select rule, subject, facts from bank_faults order by subject limit 1000;
  return query select rule, subject, facts from question_faults order by subject limit 1000;
end
$$;
