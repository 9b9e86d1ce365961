-- What a card owes is dropped with its month at last; nobody then looks for it among the payments any more.
create function forget_old_debts(months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_media uuid[];
begin
  if months is null or months < 1 then
    raise exception 'debts of the last month are not forgotten';
  end if;
  -- Those that an import is at are left for the next time. Locked first, so that the payments are read behind every import.
  old_media := array(
    select medium_id from unpaid_media where since < now() - make_interval(months => months) for update skip locked);
  delete from unpaid_media known
  where known.medium_id = any (old_media)
    and not exists (
      select
      from payments payment
      where payment.medium_id = known.medium_id
        and payment.status = 'payment_error'
        and payment.due_minor > payment.paid_minor);
end
$$;
comment on function forget_old_debts is 'Takes cards off unpaid_media whose unpaid payments are all past their time';
revoke execute on function forget_old_debts from public;
grant execute on function forget_old_debts to tapfolio_worker;

-- A database made with the locale C knows capital letters of English only. There names of cards are compared by the letters
-- of a collation that knows all of them, as everywhere else.
do $$
declare
  all_letters text;
  round integer := 0;
begin
  if lower('É') = 'é' then
    return;
  end if;
  select quote_ident(collname) into all_letters
  from pg_collation
  where collnamespace = 'pg_catalog'::regnamespace and collname in ('pg_c_utf8', 'und-x-icu')
  order by collname
  limit 1;
  if all_letters is null then
    raise notice 'this database cannot tell capital letters: names of cards that differ in nothing else are different';
    return;
  end if;
  drop index cards__passenger_id_name_key;
  execute format(
    $key$
    create or replace function card_name_key(name text) returns text
    language sql immutable strict parallel safe
    return lower(btrim(regexp_replace(
      regexp_replace(normalize(name, nfkc), '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]', '', 'g'),
      '\s+', ' ', 'g')) collate %s)
    $key$,
    all_letters);
  -- As in migration 0039.
  loop
    update cards c
    set name = left(c.name, 28) || ' (' || c.card_id || case when round > 0 then '.' || round else '' end || ')'
    where exists (
      select from cards older
      where older.passenger_id = c.passenger_id and older.card_id < c.card_id
        and card_name_key(older.name) = card_name_key(c.name)
    );
    exit when not found;
    round := round + 1;
  end loop;
  create unique index cards__passenger_id_name_key on cards (passenger_id, card_name_key(name));
end
$$;
