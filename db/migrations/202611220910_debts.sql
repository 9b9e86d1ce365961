-- An unpaid fare is a row of its own with a history, in place of a note at the card that something may be owed.

create table debts (
  medium_id uuid not null,
  payment_id uuid not null,
  operator_code text not null,
  srid text,
  opened_at timestamptz not null,
  due_minor bigint not null,
  paid_minor bigint not null,
  currency char(3) not null,
  is_unpaid boolean not null,
  state text not null,
  state_at timestamptz not null,
  version integer not null,
  constraint debts__pk primary key (medium_id, payment_id),
  constraint debts__due check (due_minor > 0),
  constraint debts__state check (state in ('owed', 'requested', 'submitting', 'unknown', 'approved', 'unblocking', 'ready', 'declined'))
);
create index debts__opened_at on debts (opened_at);
comment on table debts is 'An unpaid fare: one per card and payment window that a delivery called unpaid; it stays when it is settled';
comment on column debts.srid is 'Statement reference of the payment window; a fare without one cannot be collected here';
comment on column debts.opened_at is 'When the payment window opened: where its payment lies';
comment on column debts.due_minor is 'What is missing by the newest delivery; what was missing last, once the fare is settled';
comment on column debts.paid_minor is 'What was paid of the window by the newest delivery that counted; a settled fare is owed again only after another sum was delivered';
comment on column debts.is_unpaid is 'Whether the newest delivery that counted calls the window unpaid';
comment on column debts.state_at is 'Since when it is in this state';
comment on column debts.version is 'Goes up with every change of the row';

create table debt_events (
  medium_id uuid not null,
  payment_id uuid not null,
  version integer not null,
  event text not null,
  state text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  source text not null,
  at timestamptz not null,
  constraint debt_events__pk primary key (medium_id, payment_id, version),
  constraint debt_events__event check (event in ('request', 'submit', 'doubt', 'approve', 'decline', 'not_charged', 'tell', 'confirm', 'delivered_paid', 'delivered_unpaid')),
  constraint debt_events__source check (source in ('feed', 'passenger', 'guest', 'bank', 'back_office')),
  constraint debt_events__state check (state in ('owed', 'requested', 'submitting', 'unknown', 'approved', 'unblocking', 'ready', 'declined'))
);
create index debt_events__at on debt_events (at);
comment on table debt_events is 'What happened to an unpaid fare';
comment on column debt_events.version is 'The version of the fare that the event made; versions without an event corrected what nobody is shown';
comment on column debt_events.state is 'The state that the event led to; the same as before where only the amount changed';

insert into debts (medium_id, payment_id, operator_code, srid, opened_at, due_minor, paid_minor, currency, is_unpaid, state, state_at, version)
select medium_id, payment_id, operator_code, srid, opened_at, due_minor - paid_minor, paid_minor, currency, true, 'owed', exported_at, 1
from payments
where status = 'payment_error'
  and due_minor > paid_minor
  and reason not in ('refund', 'debt_recovery', 'recover')
on conflict do nothing;

insert into debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
select medium_id, payment_id, version, 'delivered_unpaid', state, due_minor, currency, 'feed', state_at
from debts;

drop table unpaid_media;
drop function forget_old_debts;

grant select on debts, debt_events to tapfolio_auth, tapfolio_portal;
grant select, insert, update on debts to tapfolio_feed;
grant select, insert on debt_events to tapfolio_feed;
grant select (state, opened_at), delete on debts to tapfolio_worker;
grant select (at), delete on debt_events to tapfolio_worker;
