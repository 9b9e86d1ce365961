-- An operator may take back which card came next; what it says late and older must not bring that back.

alter table replacements alter column successor_id drop not null;
comment on column replacements.successor_id is 'Null: the operator says that none came, and no payment account says another';
comment on column replacements.exported_at is 'Newest delivery in which the operator said which one came, or none; -infinity where it never did';
update replacements set exported_at = '-infinity' where source = 'account';
