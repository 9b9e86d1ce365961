-- Names of cards that look alike are alike: case, blanks, and the forms of one letter (full width, composed or not) make
-- no difference.

create function card_name_key(name text) returns text
language sql immutable strict parallel safe
return lower(btrim(regexp_replace(
  regexp_replace(normalize(name, nfkc), '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]', '', 'g'),
  '\s+', ' ', 'g')));
comment on function card_name_key(text) is 'What is left of a card''s name when its looks are not told apart';
revoke execute on function card_name_key(text) from public;
grant execute on function card_name_key(text) to tapfolio_auth, tapfolio_portal;

alter table cards drop constraint cards__passenger_id_name;

-- Of names that were different so far the newer card's gets its number. What comes of that may be the name of a third card, which
-- then gets its own, with the round in it so that the rounds come to an end.
do $$
declare
  round integer := 0;
begin
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
end
$$;

create unique index cards__passenger_id_name_key on cards (passenger_id, card_name_key(name));
