-- A card that the bank has replaced goes on as another medium.

alter table media add column status_at timestamptz;
comment on column media.status is 'active, lost or replaced, as delivered last';
comment on column media.status_at is 'Export of the delivery that said so; null while none has';

create table account_media (
  account_id uuid not null,
  medium_id uuid not null,
  constraint account_media__pk primary key (account_id, medium_id)
);
comment on table account_media is 'The media of one payment account: a card, the phone it was put on, and the card that replaced it';
comment on column account_media.account_id is 'HMAC of the payment account reference (PAR) under the secret of medium ids; the reference itself is not stored';

create table replacements (
  medium_id uuid not null,
  successor_id uuid not null,
  source text not null,
  exported_at timestamptz not null,
  constraint replacements__pk primary key (medium_id),
  constraint replacements__successor check (successor_id <> medium_id),
  constraint replacements__source check (source in ('account', 'operator'))
);
comment on table replacements is 'Which medium came after another: derived from the payment account, or said by the operator';
comment on column replacements.source is 'account: the next medium of its kind of the same payment account, which may still be used beside it. operator: delivered as such';

-- The media that a card had before are rows of cards, so that one constraint keeps all media from other accounts. They
-- have no place in lists, and no name of their own.
alter table cards add column successor_card_id integer;
alter table cards add constraint cards__successor check (successor_card_id <> card_id);
comment on column cards.successor_card_id is 'Set on a medium that the bank has replaced: the card that goes on with its travel';
drop index cards__passenger_id_name_key;
create unique index cards__passenger_id_name_key on cards (passenger_id, card_name_key(name)) where successor_card_id is null;

grant select, insert on account_media to tapfolio_feed;
grant select on replacements to tapfolio_portal;
grant select, insert, update on replacements to tapfolio_feed;
grant update (medium_id) on cards to tapfolio_portal;
