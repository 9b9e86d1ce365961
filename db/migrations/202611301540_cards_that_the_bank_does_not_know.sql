-- A card that is not found at the bank is no fault of its passenger. Three different ones, with no other answer since the last card that was
-- accepted, show that the bank is asked under wrong names, as with another code of the operator.
create or replace view bank_faults as
select 'bank_refuses_all' as rule, operator_code as subject,
  jsonb_build_object('cards', count(distinct medium_id), 'since', to_char(min(closed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as facts
from (
  select operator_code, medium_id, outcome, decline_code, closed_at,
    max(closed_at) filter (where outcome = 'approved') over (partition by operator_code) as accepted_at
  from collections
  where closed_at > now() - interval '35 days'
    and outcome in ('approved', 'declined')
) tried
where outcome = 'declined'
  and closed_at > coalesce(accepted_at, '-infinity')
group by operator_code
having count(distinct medium_id) >= case when min(closed_at) < now() - interval '7 days' then 10 else 20 end
  or (count(distinct medium_id) >= 3 and every(decline_code is not distinct from 'card_not_found'));
