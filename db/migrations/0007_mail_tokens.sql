-- Links sent by mail. A token is computed from the id below and a key outside the database, so that neither these
-- tables nor the job queue hold anything that opens an account.

alter table registrations add column registration_id uuid not null;
alter table registrations add constraint registrations__registration_id unique (registration_id);

create table password_resets (
  token_hash bytea not null,
  reset_id uuid not null,
  passenger_id uuid not null,
  purpose text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint password_resets__pk primary key (token_hash),
  constraint password_resets__reset_id unique (reset_id),
  constraint password_resets__passenger_id foreign key (passenger_id) references passengers (passenger_id) on delete cascade,
  constraint password_resets__purpose check (purpose in ('forgotten', 'must_change'))
);
create index password_resets__passenger_id on password_resets (passenger_id);
comment on column password_resets.token_hash is 'SHA-256 of the token; the row goes when it is used';
comment on column password_resets.purpose is 'forgotten: asked for by mail; must_change: handed out at sign-in';
