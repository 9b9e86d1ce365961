-- Who someone is. Ordinary tables with foreign keys; nothing here is joined with the travel side.

create table passengers (
  passenger_id uuid not null,
  email text not null,
  first_name text,
  last_name text,
  status text not null default 'active',
  display_language text not null,
  is_sso_shadow_user boolean not null default false,
  show_first_page boolean not null default false,
  must_change_password boolean not null default false,
  correct_login_count integer not null default 0,
  incorrect_login_count integer not null default 0,
  last_correct_login_at timestamptz,
  last_incorrect_login_at timestamptz,
  last_logout_at timestamptz,
  created_at timestamptz not null default now(),
  constraint passengers__pk primary key (passenger_id),
  constraint passengers__email unique (email),
  constraint passengers__status check (status in ('active', 'deactivated', 'expired', 'anonymised'))
);
comment on column passengers.email is 'Normalised: NFC, trimmed, lower case';

create table credentials (
  passenger_id uuid not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  constraint credentials__pk primary key (passenger_id),
  constraint credentials__passenger_id foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
comment on column credentials.password_hash is 'Argon2id PHC string over the peppered password';

create table sessions (
  token_hash bytea not null,
  passenger_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle_seconds integer not null,
  user_agent text,
  constraint sessions__pk primary key (token_hash),
  constraint sessions__passenger_id foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
create index sessions__passenger_id_created_at on sessions (passenger_id, created_at);
comment on column sessions.token_hash is 'SHA-256 of the cookie value; the value itself is nowhere';
comment on column sessions.expires_at is 'Absolute end, whatever is done in the session';
comment on column sessions.idle_seconds is 'Seconds without a call after which the session is over; 0 for never';

create table cards (
  passenger_id uuid not null,
  card_id integer not null,
  medium_id uuid not null,
  name text not null,
  linked_at timestamptz not null default now(),
  constraint cards__pk primary key (passenger_id, card_id),
  constraint cards__passenger_id_name unique (passenger_id, name),
  constraint cards__medium_id unique (medium_id),
  constraint cards__passenger_id foreign key (passenger_id) references passengers (passenger_id) on delete cascade,
  constraint cards__card_id check (card_id > 0)
);
comment on table cards is 'A medium linked to a passenger under a name';
comment on column cards.card_id is 'The passenger''s own numbering, shown in addresses; never reused within the account';
comment on constraint cards__medium_id on cards is 'A card belongs to one account at most (xtat_number_not_unique)';

create table consents (
  passenger_id uuid not null,
  version text not null,
  language text not null,
  given_at timestamptz not null default now(),
  constraint consents__pk primary key (passenger_id, version),
  constraint consents__passenger_id foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);

create table registrations (
  token_hash bytea not null,
  email text not null,
  password_hash text not null,
  card_name text not null,
  medium_id uuid not null,
  consent_version text not null,
  language text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint registrations__pk primary key (token_hash),
  constraint registrations__email unique (email)
);
comment on table registrations is 'Accounts asked for and not yet confirmed by mail: nothing of them is in force and no card is held';

create table audit_events (
  event_id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  passenger_id uuid,
  trace_id text,
  detail jsonb not null default '{}',
  constraint audit_events__pk primary key (event_id)
);
create index audit_events__passenger_id_at on audit_events (passenger_id, at);
comment on table audit_events is 'Security-relevant acts; no names or addresses in detail';
