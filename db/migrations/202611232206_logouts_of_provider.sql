-- A sign-in that was on its way back from the provider while its session or subject was signed out there opens nothing.
alter table sso_logout_tokens
  add column signed_out bytea,
  add column issued_at timestamptz;
create index sso_logout_tokens__signed_out on sso_logout_tokens (signed_out);
comment on column sso_logout_tokens.signed_out is 'SHA-256 that names the session at the provider, or the subject when the message names no session';
comment on column sso_logout_tokens.issued_at is 'By the provider''s clock';
