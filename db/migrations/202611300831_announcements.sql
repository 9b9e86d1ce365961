-- What the operator tells all passengers for some time. Written by the command line as the worker's part: no process that answers calls may.
create table announcements (
  announcement_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  level text not null,
  shown_on text[],
  texts jsonb not null,
  constraint announcements__pk primary key (announcement_id),
  constraint announcements__ends_at check (ends_at >= starts_at),
  constraint announcements__level check (level in ('information', 'warning')),
  constraint announcements__shown_on check (shown_on <@ array['sign-in', 'cards', 'trips', 'payments', 'receipt']),
  constraint announcements__texts check (jsonb_typeof(texts) = 'object')
);
comment on table announcements is 'What the operator tells all passengers for some time';
comment on column announcements.ends_at is 'Null until the operator ends it';
comment on column announcements.shown_on is 'The screens that it is for; null for all';
comment on column announcements.texts is 'By language: title, body and perhaps the address of a page';
grant select on announcements to tapfolio_portal;
grant select, insert, update (ends_at), delete on announcements to tapfolio_worker;
