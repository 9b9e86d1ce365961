-- What became of calls that must not act twice, for callers who lost the answer and ask again.

create table idempotency_keys (
  caller bytea not null,
  key text not null,
  call text not null,
  request_hash bytea not null,
  running_until timestamptz not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  constraint idempotency_keys__pk primary key (caller, key),
  constraint idempotency_keys__caller check (length(caller) = 32),
  constraint idempotency_keys__answered check ((status is null) = (answer is null))
);
create index idempotency_keys__created_at on idempotency_keys (created_at);
comment on table idempotency_keys is 'A key that a caller has sent, and what the call answered';
comment on column idempotency_keys.caller is 'Keyed hash of who called; the row names nobody';
comment on column idempotency_keys.request_hash is 'Keyed hash of address and body: a key is good for one request';
comment on column idempotency_keys.running_until is 'Nobody else runs the call before then, unless it was answered';

grant select, insert, update, delete on idempotency_keys to tapfolio_portal;
grant select (created_at), delete on idempotency_keys to tapfolio_worker;
