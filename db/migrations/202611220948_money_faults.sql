-- The rules about money that must always hold.
-- Finished tries are looked at for a day; what is under way is looked at whole.
create view money_faults as
select 'two_open_collections' as rule, medium_id, payment_id::text as subject
from collections
where outcome is null
group by medium_id, payment_id
having count(*) > 1

union all
select 'approved_without_payment', c.medium_id, c.collection_id::text
from collections c
left join payments p on p.medium_id = c.medium_id and p.opened_at = c.closed_at and p.payment_id = c.collection_id
where c.outcome = 'approved'
  and c.closed_at > now() - interval '1 day'
  and p.payment_id is null

union all
select 'paid_more_than_asked', c.medium_id, c.collection_id::text
from collections c
join payments p on p.medium_id = c.medium_id and p.opened_at = c.closed_at and p.payment_id = c.collection_id
where c.outcome = 'approved'
  and c.closed_at > now() - interval '1 day'
  and p.paid_minor > c.amount_minor

union all
select 'charged_twice', c.medium_id, c.payment_id::text
from collections c
join collections other on other.medium_id = c.medium_id and other.payment_id = c.payment_id and other.outcome = 'approved'
join debt_events owed on owed.medium_id = c.medium_id and owed.payment_id = c.payment_id
  and owed.event = 'delivered_unpaid'
where c.outcome = 'approved'
  and c.closed_at > now() - interval '1 day'
group by c.medium_id, c.payment_id
having count(distinct other.collection_id) > count(distinct owed.version)

union all
select 'collecting_without_collection', d.medium_id, d.payment_id::text
from debts d
left join collections c on c.medium_id = d.medium_id and c.payment_id = d.payment_id and c.outcome is null
where d.state in ('requested', 'submitting', 'unknown')
  and c.collection_id is null

union all
select 'collection_of_no_debt', c.medium_id, c.collection_id::text
from collections c
left join debts d on d.medium_id = c.medium_id and d.payment_id = c.payment_id
where c.outcome is null
  and c.requested_at < now() - interval '5 minutes'
  and (d.state is null or d.state not in ('requested', 'submitting', 'unknown'))

union all
select 'stale_lease', medium_id, collection_id::text
from collections
where outcome is null
  and lease_until < now() - interval '5 minutes'

union all
select 'overdue_collection', medium_id, collection_id::text
from collections
where outcome is null
  and next_at < now() - interval '10 minutes'

union all
select 'bank_event_waiting', medium_id, event_id
from bank_events
where obeyed_at is null
  and received_at < now() - interval '10 minutes'

union all
select 'back_office_waiting', medium_id, message_id::text
from back_office_messages
where outcome is null
  and created_at < now() - interval '1 hour';
comment on view money_faults is 'Where a rule about money does not hold: empty while all is well.';


grant select on money_faults to tapfolio_worker;
