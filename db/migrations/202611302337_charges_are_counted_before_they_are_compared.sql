-- On a cluster, "having" of joined tables may count another column than it names (citusdata/citus, issue 8823): there it compared the charges of a fare with the
-- number of its payments, which is one. A fare that the bank took, that was delivered as unpaid once more and taken again raised the alarm `charged_twice`.
-- What is counted in a subquery is compared as it was written.
create or replace view money_faults as
with paid_lately as materialized (
  select medium_id, opened_at, payment_id, srid, currency, shown_minor, taken_minor
  from refunded_lately
), charged_back_lately as materialized (
  select every.medium_id, every.srid, sum(every.amount_minor) as back_minor, count(*) as chargebacks,
    min(every.currency) as least_currency, max(every.currency) as most_currency
  from (
    select distinct medium_id, srid
    from chargebacks
    where charged_back_at > now() - interval '35 days'
  ) recent
  join chargebacks every on every.medium_id = recent.medium_id and every.srid = recent.srid
  group by every.medium_id, every.srid
), refunded_beside as materialized (
  select given.medium_id, given.srid, given.payment_id, given.opened_at, sum(given.amount_minor) as refunded_minor,
    count(*) as refunds, min(given.currency) as least_currency, max(given.currency) as most_currency
  from charged_back_lately c
  join refunds given on given.medium_id = c.medium_id and given.srid = c.srid and given.state = 'refunded'
  group by given.medium_id, given.srid, given.payment_id, given.opened_at
)
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
  and p.currency = c.currency
  and p.paid_minor > c.amount_minor

union all
select 'charged_twice', medium_id, payment_id::text, jsonb_build_object('charges', charges)
from (
  select c.medium_id, c.payment_id, count(distinct other.collection_id) as charges, count(distinct owed.version) as times_owed
  from collections c
  join collections other on other.medium_id = c.medium_id and other.payment_id = c.payment_id and other.outcome = 'approved'
  join debt_events owed on owed.medium_id = c.medium_id and owed.payment_id = c.payment_id
    and owed.event = 'delivered_unpaid'
  where c.outcome = 'approved'
    and c.closed_at > now() - interval '1 day'
  group by c.medium_id, c.payment_id
) charged
where charges > times_owed

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
select 'refunded_more_than_paid', medium_id, payment_id::text, jsonb_build_object('refundedMinor', refunded_minor)
from (
  select r.medium_id, r.payment_id, paid.taken_minor, bool_or(r.closed_at > now() - interval '1 day') as is_new,
    greatest(
      sum(r.amount_minor), paid.shown_minor + coalesce(sum(r.amount_minor) filter (where r.srid <> paid.srid), 0)
    ) as refunded_minor
  from paid_lately paid
  join refunds r on r.medium_id = paid.medium_id and r.payment_id = paid.payment_id and r.state = 'refunded'
    and r.currency = paid.currency
  group by r.medium_id, r.payment_id, paid.srid, paid.taken_minor, paid.shown_minor
) refunded
where is_new and refunded_minor > taken_minor

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
  case when least(p.currency, c.least_currency, r.least_currency) = greatest(p.currency, c.most_currency, r.most_currency)
    then jsonb_build_object('refundedMinor', r.refunded_minor, 'chargedBackMinor', c.back_minor)
    else jsonb_build_object('refunds', r.refunds, 'chargebacks', c.chargebacks, 'isOtherCurrency', true)
  end
from charged_back_lately c
join refunded_beside r on r.medium_id = c.medium_id and r.srid = c.srid
join paid_lately p on p.medium_id = r.medium_id and p.opened_at = r.opened_at and p.payment_id = r.payment_id
where least(p.currency, c.least_currency, r.least_currency) <> greatest(p.currency, c.most_currency, r.most_currency)
  or c.back_minor + r.refunded_minor > p.taken_minor;
