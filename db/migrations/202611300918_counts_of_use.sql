-- The command line asks as a part that sees no account. It gets numbers only: none is about one person.
create function count_use(since timestamptz) returns table (what text, reason text, times bigint, amount_minor bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select 'passengers', null::text, count(*), null::bigint from passengers where status = 'active';
  return query select 'cards', null::text, count(*), null::bigint from cards where successor_card_id is null;
  return query
    select kind, detail ->> 'code', count(*), null::bigint
    from audit_events
    where at >= since
      and kind in ('registration_confirmed', 'shadow_user_made', 'account_closed', 'card_linked', 'card_link_refused')
    group by 1, 2;
  return query
    select 'collected', currency::text, count(*), sum(amount_minor)::bigint
    from collections
    where outcome = 'approved'
      and closed_at >= since
    group by 2;
end
$$;
comment on function count_use is 'How many passengers and cards there are, and what was done since then, in numbers';
revoke execute on function count_use from public;
grant execute on function count_use to tapfolio_feed;
