-- If a payment moves to another card, its former card must lose what the bank said of it then, and keep what the bank said before.
alter table authorisations add column refusal text;
-- By itself: Citus takes no constraint beside other changes.
alter table authorisations add constraint authorisations__refusal check (refusal in ('lost', 'card_dead'));
comment on column authorisations.refusal is 'What the bank said of the card when it refused; null where it said nothing of it, and in rows from before this was noted';
