-- A back office may settle an unpaid fare without all of its money: it asks for less, or for nothing more. A fare must say how much of it
-- nobody paid, so that it is not shown as paid.
alter table debts add column written_off_minor bigint not null default 0;
comment on column debts.written_off_minor is 'Once the fare is settled: how much of what was missing nobody paid, and nobody asks for any more';
grant update (written_off_minor) on debts to tapfolio_worker;

alter table debt_events drop constraint debt_events__event;
alter table debt_events add constraint debt_events__event
  check (event in ('request', 'submit', 'doubt', 'approve', 'decline', 'not_charged', 'tell', 'confirm', 'delivered_paid', 'delivered_unpaid', 'written_off'));

-- What is certain of the fares that are settled already: all of a fare of which nothing was paid, and what is still missing of a payment that
-- the back office closed.
update debts
set written_off_minor = due_minor
where state = 'ready'
  and not is_unpaid
  and paid_minor = 0
  and not exists (
    select
    from collections
    where collections.medium_id = debts.medium_id
      and collections.payment_id = debts.payment_id
      and collections.outcome = 'approved'
  );

update debts
set written_off_minor = least(debts.due_minor, payments.due_minor - debts.paid_minor)
from payments
where payments.medium_id = debts.medium_id
  and payments.opened_at = debts.opened_at
  and payments.payment_id = debts.payment_id
  and payments.status = 'accepted'
  and payments.due_minor > debts.paid_minor
  and debts.state = 'ready'
  and not debts.is_unpaid
  and debts.paid_minor > 0
  and not exists (
    select
    from collections
    where collections.medium_id = debts.medium_id
      and collections.payment_id = debts.payment_id
      and collections.outcome = 'approved'
  );
