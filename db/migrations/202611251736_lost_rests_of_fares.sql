-- A delivery that raised a fare while the bank took it left the raised amount in the fare, so its rest was never owed. Now these fares have what
-- the bank took, like all others: the next delivery or replay that counts this makes the rest owed.
update debts
set due_minor = taken.paid_minor
from (
  select distinct on (own.medium_id, own.payment_id) own.medium_id, own.payment_id, recovery.paid_minor, recovery.currency
  from collections own
  join payments recovery on recovery.medium_id = own.medium_id
    and recovery.opened_at = own.closed_at
    and recovery.payment_id = own.collection_id
  where own.outcome = 'approved'
  order by own.medium_id, own.payment_id, own.closed_at desc
) taken
where debts.medium_id = taken.medium_id
  and debts.payment_id = taken.payment_id
  and debts.is_unpaid
  and debts.state in ('approved', 'unblocking', 'ready')
  and debts.currency = taken.currency
  and debts.due_minor <> taken.paid_minor;
