-- Two exports may say a different status of one card for one time: the newer export counts, in whatever order they come.

alter table media add column status_said_at timestamptz;
comment on column media.status_said_at is 'Export that said the status: of two for one time the newer counts. Null where it was said before this was noted';
