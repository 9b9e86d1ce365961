-- What was refunded is compared with all that the bank took: also where a fare was corrected to less after it was paid, or lowered after we had
-- the bank collect it, and whether or not a delivery has brought what we had it collect. Before, each of these raised a false alarm, or hid a
-- true one.
create view refunded_lately as
select paid.medium_id, paid.opened_at, paid.payment_id, paid.srid, paid.currency, paid.shown_minor,
  greatest(
    paid.paid_minor,
    paid.fare_minor,
    paid.bank_minor
      + coalesce(sum(coalesce(c.taken_minor, c.amount_minor)) filter (where told.settlement_id is null), 0)
  ) as taken_minor
from (
  select p.medium_id, p.opened_at, p.payment_id, p.srid, p.currency, p.paid_minor,
    coalesce(sum(s.amount_minor) filter (where s.direction = 'debit' and same.settlement_id is null), 0) as bank_minor,
    coalesce(sum(s.amount_minor) filter (where s.kind = 'refund' and own.refund_id is null), 0) as shown_minor,
    coalesce(d.paid_before_minor + d.due_minor - d.written_off_minor, 0) as fare_minor
  from (
    select medium_id, opened_at, payment_id
    from refunds
    where state = 'refunded'
      and closed_at > now() - interval '1 day'
    union
    select r.medium_id, r.opened_at, r.payment_id
    from chargebacks back
    join refunds r on r.medium_id = back.medium_id and r.srid = back.srid and r.state = 'refunded'
    where back.charged_back_at > now() - interval '35 days'
  ) refunded
  join payments p on p.medium_id = refunded.medium_id and p.opened_at = refunded.opened_at
    and p.payment_id = refunded.payment_id
  left join settlements s on s.medium_id = p.medium_id and s.srid = p.srid and s.approved
  left join settlements same on same.medium_id = s.medium_id and same.srid = s.srid and same.approved
    and same.direction = 'debit' and s.direction = 'debit' and same.kind = s.kind and same.amount_minor = s.amount_minor
    and same.retrieval_reference = s.retrieval_reference and same.settlement_id < s.settlement_id
  left join refunds own on own.medium_id = p.medium_id and own.payment_id = p.payment_id and own.currency <> p.currency
    and s.settlement_id in (own.refund_id, own.delivered_id)
  left join debts d on d.medium_id = p.medium_id and d.payment_id = p.payment_id and d.currency = p.currency
    and d.state in ('approved', 'unblocking', 'ready')
  group by p.medium_id, p.opened_at, p.payment_id, p.srid, p.currency, p.paid_minor,
    d.paid_before_minor, d.due_minor, d.written_off_minor
) paid
left join collections c on c.medium_id = paid.medium_id and c.payment_id = paid.payment_id and c.outcome = 'approved'
  and coalesce(c.taken_currency, c.currency) = paid.currency
left join settlements told on told.medium_id = c.medium_id and told.srid = paid.srid and told.approved
  and told.direction = 'debit' and told.amount_minor = coalesce(c.taken_minor, c.amount_minor)
  and (told.kind = 'debt_recovery' or told.retrieval_reference = c.bank_reference)
group by paid.medium_id, paid.opened_at, paid.payment_id, paid.srid, paid.currency, paid.shown_minor,
  paid.paid_minor, paid.fare_minor, paid.bank_minor;

comment on view refunded_lately is 'Payments that we refunded within a day, or that were charged back too: all that the bank took of them';

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
  and p.currency = c.currency
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
from refunded_lately paid
join refunds r on r.medium_id = paid.medium_id and r.payment_id = paid.payment_id and r.state = 'refunded'
  and r.currency = paid.currency
group by paid.medium_id, paid.payment_id, paid.srid, paid.taken_minor, paid.shown_minor
having bool_or(r.closed_at > now() - interval '1 day')
  and greatest(
    sum(r.amount_minor), paid.shown_minor + coalesce(sum(r.amount_minor) filter (where r.srid <> paid.srid), 0)
  ) > paid.taken_minor

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
from (
  select every.medium_id, every.srid, sum(every.amount_minor) as back_minor, count(*) as chargebacks,
    min(every.currency) as least_currency, max(every.currency) as most_currency
  from (
    select distinct medium_id, srid
    from chargebacks
    where charged_back_at > now() - interval '35 days'
  ) recent
  join chargebacks every on every.medium_id = recent.medium_id and every.srid = recent.srid
  group by every.medium_id, every.srid
) c
join (
  select medium_id, srid, payment_id, opened_at, sum(amount_minor) as refunded_minor, count(*) as refunds,
    min(currency) as least_currency, max(currency) as most_currency
  from refunds
  where state = 'refunded'
  group by medium_id, srid, payment_id, opened_at
) r on r.medium_id = c.medium_id and r.srid = c.srid
join refunded_lately p on p.medium_id = r.medium_id and p.opened_at = r.opened_at and p.payment_id = r.payment_id
where least(p.currency, c.least_currency, r.least_currency) <> greatest(p.currency, c.most_currency, r.most_currency)
  or c.back_minor + r.refunded_minor > p.taken_minor;
