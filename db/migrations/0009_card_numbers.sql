-- The number of a card that was unlinked is not given to another card: old addresses must not open a different card.

alter table passengers add column last_card_id integer not null default 0;
comment on column passengers.last_card_id is 'The highest card number given so far; numbers below it may be gone';
