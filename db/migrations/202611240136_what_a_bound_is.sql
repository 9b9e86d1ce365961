-- A card that one person unlinks without any claim and another links is shown whole: it sets no bound.

comment on table history_bounds is 'Media of cards that were claimed: what is older is shown to nobody who has the card. A card that is unlinked and linked without a claim has no bound';
comment on column history_bounds.shown_from is 'When the claimed card left its former passenger last';
