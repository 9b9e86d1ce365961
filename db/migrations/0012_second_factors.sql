-- Ways to prove oneself besides the password, each optional: passkeys, and a code by mail.

create table passkeys (
  credential_id text not null,
  passkey_id uuid not null,
  passenger_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys__pk primary key (credential_id),
  constraint passkeys__passkey_id unique (passkey_id),
  constraint passkeys__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
create index passkeys__passenger_id on passkeys (passenger_id);
comment on table passkeys is 'WebAuthn credentials that verify their user; the private key never leaves the device';
comment on column passkeys.counter is 'Signature counter; a copy of a key is betrayed by one that does not rise';

create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  passenger_id uuid,
  expires_at timestamptz not null,
  constraint passkey_challenges__pk primary key (challenge_hash),
  constraint passkey_challenges__purpose check (purpose in ('add', 'sign_in', 'confirm')),
  constraint passkey_challenges__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
comment on table passkey_challenges is 'Random values a device is to sign; deleted by the first answer, so each is good once';
comment on column passkey_challenges.passenger_id is 'Whose challenge it is; null before sign-in';

alter table passengers add column mail_code boolean not null default false;
comment on column passengers.mail_code is 'Signing in with the password also asks for a code sent by mail';

alter table sessions add column proven_at timestamptz not null default now();
comment on column sessions.proven_at is 'When the passenger last proved who they are in this session; grave acts ask for a fresh proof';

create table sign_in_codes (
  ticket_hash bytea not null,
  code_id uuid not null,
  passenger_id uuid not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  constraint sign_in_codes__pk primary key (ticket_hash),
  constraint sign_in_codes__code_id unique (code_id),
  constraint sign_in_codes__passenger_id unique (passenger_id),
  constraint sign_in_codes__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
comment on table sign_in_codes is 'A sign-in whose password was right and whose code is awaited; one a passenger, the newest';
comment on column sign_in_codes.code_id is 'The code is derived from this id and a key outside the database';
