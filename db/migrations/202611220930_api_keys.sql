-- Keys of operators' own systems, for the calls under /internal/api/v1.

create table api_keys (
  key_id uuid not null default gen_random_uuid(),
  key_hash bytea not null,
  name text not null,
  place integer not null,
  operator_code text,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint api_keys__pk primary key (key_id),
  constraint api_keys__key_hash unique (key_hash),
  constraint api_keys__place check (place in (1, 2))
);
create unique index api_keys__name_place on api_keys (name, place) where revoked_at is null;
comment on table api_keys is 'Who may call under /internal/api/v1: a system of an operator, by a key that was shown once';
comment on column api_keys.key_hash is 'HMAC-SHA-256 of the key under a key of the server';
comment on column api_keys.name is 'Which system calls with it; two keys of one name hold at a time, so that one can be replaced';
comment on column api_keys.operator_code is 'Whose payments it may touch; null for every operator';
comment on column api_keys.last_used_at is 'To the hour';

grant select, insert, update on api_keys to tapfolio_auth;
grant select, update (last_used_at) on api_keys to tapfolio_portal;
