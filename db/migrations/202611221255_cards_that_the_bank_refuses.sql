-- A bank that refuses to pay may say that the card was lost or is no longer valid.

alter table settlements add column refusal text;
-- By itself: Citus takes no constraint beside other changes.
alter table settlements add constraint settlements__refusal check (refusal in ('lost', 'card_dead'));
comment on column settlements.refusal is 'What the bank said of the card when it refused; null where it said nothing of it';
comment on column media.status is 'active, lost, replaced or card_dead, as said last';
comment on column media.status_at is 'When it was said: by the bank, or the export of the operator’s file; null while nobody has';
