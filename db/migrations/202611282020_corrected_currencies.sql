-- A delivery may correct the currency of a payment after we had the bank collect or refund it: only an administrator can then find out
-- what the passenger has paid. Movements of the last 35 days are looked at: corrections come with late taps. If the correction came while the bank was
-- being asked for a fare, that raised an alarm already, and the fare has the corrected currency.
create view currency_faults as
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
  and c.closed_at > now() - interval '35 days'
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
  and r.closed_at > now() - interval '35 days'
  and p.currency <> r.currency
  and p.currency <> coalesce(r.given_currency, r.currency);
comment on view currency_faults is 'What the bank collected or refunded for us in another currency than a delivery has given its payment since';

create or replace function list_money_faults() returns table (rule text, subject text, facts jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
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
end
$$;

-- No refund is given back in another currency than its payment has.
grant select (currency) on payments to tapfolio_worker;
