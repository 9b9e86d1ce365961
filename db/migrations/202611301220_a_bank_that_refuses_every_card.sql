-- A bank that answers and refuses every card looks like passengers without money. Twenty different cards of one operator in a week, and none that it
-- accepted after the first of them, are no coincidence: the operator's account at the bank is closed or set up wrongly.
create view bank_faults as
select 'bank_refuses_all' as rule, operator_code as subject,
  jsonb_build_object('cards', count(distinct medium_id), 'since', to_char(min(closed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as facts
from (
  select operator_code, medium_id, outcome, closed_at,
    max(closed_at) filter (where outcome = 'approved') over (partition by operator_code) as accepted_at
  from collections
  where closed_at > now() - interval '7 days'
    and outcome in ('approved', 'declined')
) tried
where outcome = 'declined'
  and closed_at > coalesce(accepted_at, '-infinity')
group by operator_code
having count(distinct medium_id) >= 20;
comment on view bank_faults is 'Operators of whose passengers the bank has refused one card after the other and accepted none';

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
  return query select rule, subject, facts from bank_faults order by subject limit 1000;
end
$$;
