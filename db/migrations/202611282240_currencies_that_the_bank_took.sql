-- The importer asks for nothing more of a fare of which the bank took another currency than it was asked for.
grant select (taken_minor, taken_currency) on collections to tapfolio_feed;

-- The importer raises the alarm when it corrects the currency of a payment, however old the movement is: it knows which payments those are. What is
-- left for the check of every minute is a movement that the bank made while a correction was being imported. Looking back 35 days, it read all
-- payments on a large database.
grant insert, select on operator_alarms to tapfolio_feed;

create or replace view currency_faults as
select 'charge_currency_corrected' as rule, c.medium_id, c.collection_id::text as subject,
  jsonb_build_object(
    'amountMinor', coalesce(c.taken_minor, c.amount_minor),
    'currency', coalesce(c.taken_currency, c.currency),
    'paymentCurrency', p.currency
  ) as facts
from collections c
join debts d on d.medium_id = c.medium_id and d.payment_id = c.payment_id
join payments p on p.medium_id = d.medium_id and p.opened_at = d.opened_at and p.payment_id = d.payment_id
where c.outcome = 'approved'
  and c.closed_at > now() - interval '1 day'
  and p.currency <> d.currency
  and p.currency <> coalesce(c.taken_currency, c.currency)

union all
select 'refund_currency_corrected', r.medium_id, r.refund_id::text,
  jsonb_build_object(
    'amountMinor', coalesce(r.given_minor, r.amount_minor),
    'currency', coalesce(r.given_currency, r.currency),
    'paymentCurrency', p.currency
  )
from refunds r
join payments p on p.medium_id = r.medium_id and p.opened_at = r.opened_at and p.payment_id = r.payment_id
where r.state = 'refunded'
  and r.closed_at > now() - interval '1 day'
  and p.currency <> r.currency
  and p.currency <> coalesce(r.given_currency, r.currency);
