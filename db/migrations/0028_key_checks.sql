-- What a key makes of a fixed text: whoever starts with another key is refused before it writes anything.
create table key_checks (
  name text not null,
  fingerprint bytea not null,
  constraint key_checks__pk primary key (name)
);
comment on column key_checks.name is 'The setting that names the key file';
comment on column key_checks.fingerprint is 'HMAC-SHA-256 of a fixed text under that key; tells nothing of the key';

grant select on key_checks to tapfolio_auth, tapfolio_portal, tapfolio_feed, tapfolio_worker;
