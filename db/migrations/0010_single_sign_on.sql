-- Passengers who come through an external identity provider.

create table sso_identities (
  issuer text not null,
  subject text not null,
  passenger_id uuid not null,
  linked_at timestamptz not null default now(),
  constraint sso_identities__pk primary key (issuer, subject),
  constraint sso_identities__passenger_id unique (passenger_id),
  constraint sso_identities__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
comment on table sso_identities is 'Who a passenger is at the provider: issuer and subject, never the e-mail address';

create table sso_flows (
  state_hash bytea not null,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null,
  constraint sso_flows__pk primary key (state_hash)
);
comment on table sso_flows is 'A trip to the provider that has not come back; deleted by the first return, so it can be used once';
comment on column sso_flows.browser_hash is 'SHA-256 of the cookie of the browser that left: only that one may return';

create table sso_sessions (
  token_hash bytea not null,
  issuer text not null,
  subject text not null,
  provider_session text,
  id_token text not null,
  constraint sso_sessions__pk primary key (token_hash),
  constraint sso_sessions__token_hash_fk foreign key (token_hash) references sessions (token_hash) on delete cascade
);
create index sso_sessions__issuer_subject on sso_sessions (issuer, subject);
comment on table sso_sessions is 'Which of our sessions hang on a session at the provider, so that it can end them';
comment on column sso_sessions.id_token is 'Hint for the provider''s own logout page';

create table sso_logout_tokens (
  token_id text not null,
  expires_at timestamptz not null,
  constraint sso_logout_tokens__pk primary key (token_id)
);
comment on table sso_logout_tokens is 'Logout messages of the provider already obeyed, so that a copy has no effect';
