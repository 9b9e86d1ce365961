-- Each fault of a rule about money has its facts: with other facts it is another fault, of which an administrator hears although the alarm about
-- the first was closed. All chargebacks of a payment count, also those before the recent one. A chargeback whose charge is not delivered for
-- two weeks is a fault. Refunds of the back office count as well: with ours they may be more than was paid.
create or replace view money_faults as
select 'two_open_collections' as rule, medium_id, payment_id::text as subject,
  jsonb_build_object('tries', count(*)) as facts
from collections
where outcome is null
group by medium_id, payment_id
having count(*) > 1

union all
select 'approved_without_payment', c.medium_id, c.collection_id::text, '{}'::jsonb
from collections c
left join payments p on p.medium_id = c.medium_id and p.opened_at = c.closed_at and p.payment_id = c.collection_id
where c.outcome = 'approved'
  and c.closed_at > now() - interval '1 day'
  and p.payment_id is null

union all
select 'paid_more_than_asked', c.medium_id, c.collection_id::text,
  jsonb_build_object('paidMinor', p.paid_minor)
from collections c
join payments p on p.medium_id = c.medium_id and p.opened_at = c.closed_at and p.payment_id = c.collection_id
where c.outcome = 'approved'
  and c.closed_at > now() - interval '1 day'
  and p.paid_minor > c.amount_minor

union all
select 'charged_twice', c.medium_id, c.payment_id::text,
  jsonb_build_object('charges', count(distinct other.collection_id))
from collections c
join collections other on other.medium_id = c.medium_id and other.payment_id = c.payment_id and other.outcome = 'approved'
join debt_events owed on owed.medium_id = c.medium_id and owed.payment_id = c.payment_id
  and owed.event = 'delivered_unpaid'
where c.outcome = 'approved'
  and c.closed_at > now() - interval '1 day'
group by c.medium_id, c.payment_id
having count(distinct other.collection_id) > count(distinct owed.version)

union all
select 'collecting_without_collection', d.medium_id, d.payment_id::text, '{}'::jsonb
from debts d
left join collections c on c.medium_id = d.medium_id and c.payment_id = d.payment_id and c.outcome is null
where d.state in ('requested', 'submitting', 'unknown')
  and c.collection_id is null

union all
select 'collection_of_no_debt', c.medium_id, c.collection_id::text, '{}'::jsonb
from collections c
left join debts d on d.medium_id = c.medium_id and d.payment_id = c.payment_id
where c.outcome is null
  and c.requested_at < now() - interval '5 minutes'
  and (d.state is null or d.state not in ('requested', 'submitting', 'unknown'))

union all
select 'stale_lease', medium_id, collection_id::text, '{}'::jsonb
from collections
where outcome is null
  and lease_until < now() - interval '5 minutes'

union all
select 'overdue_collection', medium_id, collection_id::text, '{}'::jsonb
from collections
where outcome is null
  and next_at < now() - interval '10 minutes'

union all
select 'bank_event_waiting', medium_id, event_id, '{}'::jsonb
from bank_events
where obeyed_at is null
  and received_at < now() - interval '10 minutes'

union all
select 'back_office_waiting', medium_id, message_id::text, '{}'::jsonb
from back_office_messages
where outcome is null
  and created_at < now() - interval '1 hour'

union all
select 'refunded_more_than_paid', paid.medium_id, paid.payment_id::text,
  jsonb_build_object('refundedMinor', greatest(
    sum(r.amount_minor), paid.shown_minor + coalesce(sum(r.amount_minor) filter (where r.srid <> paid.srid), 0)
  ))
from (
  select p.medium_id, p.payment_id, p.srid,
    greatest(
      p.paid_minor, least(p.due_minor, coalesce(sum(s.amount_minor) filter (where s.direction = 'debit'), 0))
    ) + coalesce(d.due_minor, 0) as paid_minor,
    coalesce(sum(s.amount_minor) filter (where s.kind = 'refund'), 0) as shown_minor
  from (
    select distinct medium_id, opened_at, payment_id
    from refunds
    where state = 'refunded'
      and closed_at > now() - interval '1 day'
  ) recent
  join payments p on p.medium_id = recent.medium_id and p.opened_at = recent.opened_at and p.payment_id = recent.payment_id
  left join settlements s on s.medium_id = p.medium_id and s.srid = p.srid and s.approved
  left join debts d on d.medium_id = p.medium_id and d.payment_id = p.payment_id
    and d.is_unpaid and d.state in ('approved', 'unblocking', 'ready')
  group by p.medium_id, p.payment_id, p.srid, p.paid_minor, p.due_minor, d.due_minor
) paid
join refunds r on r.medium_id = paid.medium_id and r.payment_id = paid.payment_id and r.state = 'refunded'
group by paid.medium_id, paid.payment_id, paid.srid, paid.paid_minor, paid.shown_minor
having greatest(
    sum(r.amount_minor), paid.shown_minor + coalesce(sum(r.amount_minor) filter (where r.srid <> paid.srid), 0)
  ) > paid.paid_minor

union all
select 'refund_not_shown_once', r.medium_id, r.refund_id::text, '{}'::jsonb
from refunds r
left join settlements s on s.medium_id = r.medium_id and s.settlement_id = r.refund_id
where r.state = 'refunded'
  and r.closed_at > now() - interval '1 day'
  and (r.delivered_id is null) = (s.settlement_id is null)

union all
select 'stale_refund_lease', medium_id, refund_id::text, '{}'::jsonb
from refunds
where closed_at is null
  and lease_until < now() - interval '5 minutes'

union all
select 'overdue_refund', medium_id, refund_id::text, '{}'::jsonb
from refunds
where closed_at is null
  and next_at < now() - interval '10 minutes'

union all
select 'undecided_collection', medium_id, collection_id::text, '{}'::jsonb
from collections
where outcome is null
  and requested_at < now() - interval '1 day'

union all
select 'undecided_refund', medium_id, refund_id::text, '{}'::jsonb
from refunds
where closed_at is null
  and requested_at < now() - interval '1 day'

union all
select 'refunded_and_charged_back', p.medium_id, p.payment_id::text,
  jsonb_build_object('refundedMinor', r.refunded_minor, 'chargedBackMinor', c.back_minor)
from (
  select every.medium_id, every.srid, sum(every.amount_minor) as back_minor
  from (
    select distinct medium_id, srid
    from chargebacks
    where charged_back_at > now() - interval '35 days'
  ) recent
  join chargebacks every on every.medium_id = recent.medium_id and every.srid = recent.srid
  group by every.medium_id, every.srid
) c
join (
  select medium_id, srid, payment_id, opened_at, sum(amount_minor) as refunded_minor
  from refunds
  where state = 'refunded'
  group by medium_id, srid, payment_id, opened_at
) r on r.medium_id = c.medium_id and r.srid = c.srid
join payments p on p.medium_id = r.medium_id and p.opened_at = r.opened_at and p.payment_id = r.payment_id
left join settlements s on s.medium_id = p.medium_id and s.srid = p.srid and s.direction = 'debit' and s.approved
left join debts d on d.medium_id = p.medium_id and d.payment_id = p.payment_id
  and d.is_unpaid and d.state in ('approved', 'unblocking', 'ready')
group by p.medium_id, p.payment_id, p.paid_minor, p.due_minor, d.due_minor, c.back_minor, r.refunded_minor
having c.back_minor + r.refunded_minor
  > greatest(p.paid_minor, least(p.due_minor, coalesce(sum(s.amount_minor), 0))) + coalesce(d.due_minor, 0);

-- Beside the other rules, because a read of distributed tables must not contain a table of one node.
create view feed_faults as
select 'chargeback_waiting' as rule, piece_id::text as subject, '{}'::jsonb as facts
from feed_pieces
where is_open
  and kind = 'chargeback'
  and exported_at < now() - interval '14 days';

-- A function cannot get another result in place.
drop function list_money_faults();
create function list_money_faults() returns table (rule text, subject text, facts jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select rule, subject, facts
    from (select rule, subject, facts, row_number() over (partition by rule order by subject) as place from money_faults) fault
    where place <= 1000;
  return query select rule, subject, facts from feed_faults order by subject limit 1000;
end
$$;
comment on function list_money_faults is 'Where a rule about money does not hold: the first thousand places of each rule';
revoke execute on function list_money_faults from public;
grant execute on function list_money_faults to tapfolio_worker;
