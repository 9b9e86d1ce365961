-- The whole schema as one step. Later changes are files of their own, named YYYYMMDDHHMM_purpose.sql.
-- Order: roles, reference data, travel, deliveries, accounts, the portal's own books, functions, rights.


-- ROLES
-- One role for each part of the server that comes to the database (docs/decisions/0013). Nobody signs in with them: a login
-- that is a member becomes one of them when it connects. Roles belong to the whole server, so another database may have
-- made them before, or may be making them at this moment.
do $$
declare
  part text;
begin
  foreach part in array array['tapfolio_auth', 'tapfolio_portal', 'tapfolio_feed', 'tapfolio_worker'] loop
    if not exists (select from pg_roles where rolname = part) then
      begin
        execute format('create role %I nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls', part);
      exception
        when duplicate_object or unique_violation then
          null;
        when insufficient_privilege then
          raise exception 'the role % is missing and % may not create it: let an administrator run the statements in docs/runbook.md, "Roles of the database"',
            part, current_user;
      end;
    end if;
    -- With this one login can work as each part. Where an administrator made the roles, the administrator grants this too.
    if not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant %I to %I', part, current_user);
      exception when insufficient_privilege then
        null;
      end;
    end if;
  end loop;
end
$$;


-- REFERENCE DATA
-- Small, replaced by imports, and joined with every travel row. On a distributed engine each node has a copy.

create table operators (
  operator_code text not null,
  name text not null,
  time_zone text not null,
  day_cut time not null,
  currency char(3) not null,
  is_home boolean not null,
  constraint operators__pk primary key (operator_code)
);
comment on table operators is 'Who runs the vehicles, as configured; upserted at start, never deleted while travel rows name it';
comment on column operators.operator_code is 'The operator id as the back office writes it in its files';
comment on column operators.day_cut is 'Local time at which one service day ends and the next begins';

create table lines (
  operator_code text not null,
  line_id text not null,
  name text not null,
  long_name text,
  names jsonb not null default '{}',
  transport_type text not null,
  color text,
  text_color text,
  sort_order integer,
  updated_at timestamptz not null,
  constraint lines__pk primary key (operator_code, line_id),
  constraint lines__transport_type check (transport_type in ('bus', 'tram', 'rail', 'metro', 'trolleybus', 'other'))
);
comment on table lines is 'GTFS routes.txt: a line as signs show it';
comment on column lines.name is 'route_short_name, or route_long_name when there is no short one';
comment on column lines.names is 'Translations of long_name by language ("en", "fr"); the key "" is never used';

create table stops (
  operator_code text not null,
  stop_id text not null,
  stop_code text,
  name text not null,
  names jsonb not null default '{}',
  parent_stop_id text,
  latitude double precision,
  longitude double precision,
  updated_at timestamptz not null,
  constraint stops__pk primary key (operator_code, stop_id)
);
comment on table stops is 'GTFS stops.txt; a platform shows the name of its parent station';
comment on column stops.names is 'Translations of name by language ("en", "fr")';


-- TRAVEL
-- What happened in the vehicles and at the bank, keyed by medium. Nothing here knows a passenger. On a distributed engine
-- all rows of one medium are on one node. Taps, trips and payments have a partition for each month (UTC); the importer
-- makes the months it needs with ensure_months.

create table media (
  medium_id uuid not null,
  operator_code text not null,
  scheme text,
  medium_type text not null default 'unidentified',
  last_four text,
  status text not null default 'active',
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint media__pk primary key (medium_id),
  constraint media__last_four check (last_four ~ '^[0-9A-Z]{4}$')
);
comment on table media is 'One row per card, phone or watch token (xTAT)';
comment on column media.medium_id is 'UUIDv8: HMAC-SHA-256 of the token under a secret that never rotates; the token itself is not stored here';

create table taps (
  medium_id uuid not null,
  tapped_at timestamptz not null,
  tap_id uuid not null,
  operator_code text not null,
  direction text not null,
  outcome text not null,
  stop_id text,
  stop_name text,
  line_id text,
  line_name text,
  srid text,
  currency char(3),
  received_at timestamptz,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint taps__pk primary key (medium_id, tapped_at, tap_id),
  constraint taps__direction check (direction in ('on', 'off', 'single')),
  constraint taps__outcome check (outcome in ('accepted', 'refused'))
) partition by range (tapped_at);
comment on table taps is 'A card presented to a reader';
comment on column taps.srid is 'Payment reference the back office put the tap under; null until it has';

create table trips (
  medium_id uuid not null,
  started_at timestamptz not null,
  trip_id uuid not null,
  operator_code text not null,
  tap_id uuid,
  srid text,
  line_id text,
  line_name text,
  transport_type text,
  status text not null,
  fare_minor bigint not null,
  currency char(3) not null,
  fare_reason text,
  from_stop_id text,
  from_name text,
  to_stop_id text,
  to_name text,
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  refund_reason text,
  refund_minor bigint,
  service_day date not null,
  updated_at timestamptz not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint trips__pk primary key (medium_id, started_at, trip_id),
  constraint trips__refund check (refund_minor >= 0),
  constraint trips__status check (status in ('provisional', 'calculated', 'fallback')),
  constraint trips__transport_type check (transport_type in ('bus', 'tram', 'rail', 'metro', 'trolleybus', 'other'))
) partition by range (started_at);
comment on table trips is 'A trip and its fare';
comment on column trips.started_at is 'When the boarding tap was made; moves with it when a newer export corrects its time';
comment on column trips.tap_id is 'The tap that began it; null where the delivery brought card and start itself';
comment on column trips.srid is 'Payment the fare was charged with: the reference of its boarding tap';
comment on column trips.line_name is 'Name as delivered; used when the line is in no timetable';
comment on column trips.transport_type is 'As delivered or read from the delivered line; the timetable''s own type goes first';
comment on column trips.service_day is 'Day of operation in the operator''s zone and day cut';
comment on column trips.updated_at is 'When the back office last changed the trip';

create table payments (
  medium_id uuid not null,
  opened_at timestamptz not null,
  payment_id uuid not null,
  operator_code text not null,
  srid text,
  reason text not null,
  method text not null,
  status text not null,
  due_minor bigint not null,
  paid_minor bigint not null,
  debt_paid_minor bigint not null default 0,
  currency char(3) not null,
  service_day date not null,
  closed_at timestamptz,
  updated_at timestamptz not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint payments__pk primary key (medium_id, opened_at, payment_id),
  constraint payments__method check (method in ('emv', 'ddm', 'ssp', 'bal', 'twint')),
  constraint payments__reason check (reason in ('trip', 'refund', 'reservation', 'debt_recovery', 'recover', 'product', 'topup')),
  constraint payments__status check (status in ('open', 'pending', 'accepted', 'payment_error', 'application_error', 'corrupted', 'none', 'lost', 'card_dead'))
) partition by range (opened_at);
create index payments__payment_id on payments (medium_id, payment_id);
create index payments__unpaid on payments (medium_id) where status = 'payment_error';
comment on table payments is 'What is charged to a card in one go: usually a day of travel';
comment on column payments.due_minor is 'What the trips of the window cost after caps';
comment on column payments.paid_minor is 'What the bank took, recovered debt included';
comment on column payments.debt_paid_minor is 'The part of paid_minor that was recovered after a first refusal';

create table unpaid_media (
  medium_id uuid not null,
  since timestamptz not null,
  constraint unpaid_media__pk primary key (medium_id)
);
comment on table unpaid_media is 'The cards that owe something, so that nothing is looked for among the payments of the others';
comment on column unpaid_media.since is 'No unpaid payment of the card was opened before; the oldest may be younger';

create table settlements (
  medium_id uuid not null,
  settlement_id uuid not null,
  operator_code text not null,
  srid text,
  kind text not null,
  direction text not null,
  amount_minor bigint not null,
  approved boolean not null,
  requested_at timestamptz,
  retrieval_reference text,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint settlements__pk primary key (medium_id, settlement_id),
  constraint settlements__amount check (amount_minor >= 0),
  constraint settlements__direction check (direction in ('debit', 'credit')),
  constraint settlements__kind check (kind in ('charge', 'debt_recovery', 'refund'))
);
create index settlements__at on settlements (coalesce(requested_at, exported_at));
create index settlements__srid on settlements (medium_id, srid);
comment on table settlements is 'A movement of money at the acquirer';

create table authorisations (
  medium_id uuid not null,
  authorisation_id uuid not null,
  operator_code text not null,
  srid text,
  kind text not null,
  amount_minor bigint not null,
  approved boolean not null,
  requested_at timestamptz,
  response_code text,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint authorisations__pk primary key (medium_id, authorisation_id)
);
create index authorisations__at on authorisations (coalesce(requested_at, exported_at));
comment on table authorisations is 'A question to the acquirer that moves no money: card checks and reservations';

create table products (
  medium_id uuid not null,
  valid_from timestamptz not null,
  product_id uuid not null,
  operator_code text not null,
  name text not null,
  description text,
  valid_to timestamptz not null,
  amount_minor bigint not null,
  currency char(3) not null,
  status text not null,
  fare_class text,
  round_trip_type text,
  user_profile text,
  fq_code text,
  booking_id text,
  from_tariff_location text,
  to_tariff_location text,
  stored_value_minor bigint,
  srid text,
  updated_at timestamptz not null,
  exported_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint products__pk primary key (medium_id, valid_from, product_id),
  constraint products__status check (status in ('active', 'used', 'expired', 'cancelled')),
  constraint products__validity check (valid_to >= valid_from)
);
create index products__valid_to on products (valid_to);
comment on table products is 'A ticket or pass bought with a card';

-- Look-ups: the value that is looked up is the whole key, and the key of distribution.

create table service_references (
  srid text not null,
  medium_id uuid not null,
  payment_id uuid not null,
  opened_at timestamptz not null,
  operator_code text not null,
  amount_minor bigint not null,
  currency char(3) not null,
  paid boolean not null,
  charged_minor bigint[],
  constraint service_references__pk primary key (srid)
);
create index service_references__opened_at on service_references (opened_at);
comment on table service_references is 'The only way in from a statement line: reference to card and payment';
comment on column service_references.amount_minor is 'What was paid, or what is due while nothing was; what the statement shows where charged_minor is null';
comment on column service_references.charged_minor is 'Amounts the bank took one by one; null while they are unknown or the only one is amount_minor';

-- A newer export may move a fare to another tap or card, and a tap to another time or card. The place of a row is part of
-- its key and known to one node only, so the two look-ups below say where it is. They live for weeks (docs/decisions/0026)
-- and are deleted in the order of their files and lines.

create table tap_lookups (
  tap_id uuid not null,
  medium_id uuid not null,
  tapped_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint tap_lookups__pk primary key (tap_id)
);
create index tap_lookups__file_id_line_number on tap_lookups (file_id, line_number);
comment on table tap_lookups is 'Where a tap lies: fares name a tap and no card; kept for weeks after the tap was first delivered';
comment on column tap_lookups.tapped_at is 'Time of the tap by its newest export';
comment on column tap_lookups.file_id is 'File and line that brought the tap first: the order in which look-ups are forgotten';

create table trip_lookups (
  trip_id uuid not null,
  medium_id uuid not null,
  started_at timestamptz not null,
  file_id bigint not null,
  line_number integer not null,
  constraint trip_lookups__pk primary key (trip_id)
);
create index trip_lookups__file_id_line_number on trip_lookups (file_id, line_number);
comment on table trip_lookups is 'Where a trip lies, for a fare that comes again with another tap; kept as tap_lookups are';
comment on column trip_lookups.file_id is 'File and line that brought the trip first: the order in which look-ups are forgotten';


-- DELIVERIES
-- What the back office delivered, as delivered.

create table feed_files (
  file_id bigint generated always as identity,
  format text not null,
  name text not null,
  content_hash bytea not null,
  size_bytes bigint not null,
  exported_at timestamptz not null,
  imported_at timestamptz not null default now(),
  counts jsonb not null,
  refusal text,
  header text,
  constraint feed_files__pk primary key (file_id),
  constraint feed_files__name_content_hash unique (format, name, content_hash)
);
create index feed_files__exported_at on feed_files (exported_at) where format <> 'gtfs' and refusal is null;
create index feed_files__imported_at on feed_files (imported_at);
create index feed_files__timetables on feed_files (file_id) where format = 'gtfs';
comment on table feed_files is 'Ledger of files: a row appears in the same transaction as everything made of the file';
comment on column feed_files.exported_at is 'From the file''s name; the newest export wins, then the highest line';
comment on column feed_files.refusal is 'Why the file as a whole could not be read; null when it was';
comment on column feed_files.header is 'The file''s first row, by which its rows are read; null for timetables and for files imported before it was kept';

-- One partition for each week. There is no foreign key to feed_files, whose rows stay: dropping a week would then lock
-- feed_files, which is read with every list of cards.
create table feed_rows (
  file_id bigint not null,
  line_number integer not null,
  content text not null,
  imported_on date not null default (now() at time zone 'UTC')::date,
  constraint feed_rows__pk primary key (file_id, line_number, imported_on)
) partition by range (imported_on);
comment on table feed_rows is 'Every row as it stood in its file, so that a new mapping can be replayed while it is kept';
comment on column feed_rows.imported_on is 'Day of the import (UTC); a partition holds the week that begins on a Monday';

create table feed_quarantine (
  file_id bigint not null,
  line_number integer not null,
  reason text not null,
  detail text,
  constraint feed_quarantine__pk primary key (file_id, line_number),
  constraint feed_quarantine__file_id_fk foreign key (file_id) references feed_files (file_id) on delete cascade
);
comment on table feed_quarantine is 'Rows that could not be used, each with its reason';

create table feed_waiting (
  tap_id uuid not null,
  trip_id uuid not null,
  file_id bigint not null,
  line_number integer not null,
  record jsonb not null,
  constraint feed_waiting__pk primary key (tap_id, trip_id)
);
create index feed_waiting__file_id_line_number on feed_waiting (file_id, line_number);
create index feed_waiting__trip_id on feed_waiting (trip_id);
comment on table feed_waiting is 'Fares that came before their tap; taken up when the tap arrives';


-- ACCOUNTS
-- Who someone is. Ordinary tables with foreign keys. The table cards holds the only link to the travel side, by value.

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
  last_card_id integer not null default 0,
  mail_code boolean not null default false,
  constraint passengers__pk primary key (passenger_id),
  constraint passengers__email unique (email),
  constraint passengers__status check (status in ('active', 'deactivated', 'expired', 'anonymised'))
);
create index passengers__closed_at on passengers (created_at) where status = 'anonymised';
comment on column passengers.email is 'Normalised: NFC, trimmed, lower case';
comment on column passengers.created_at is 'Of a closed account the day on which it was closed';
comment on column passengers.last_card_id is 'The highest card number given so far; numbers below it may be gone';
comment on column passengers.mail_code is 'Signing in with the password also asks for a code sent by mail';

create table credentials (
  passenger_id uuid not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  logins_since_change integer not null default 0,
  constraint credentials__pk primary key (passenger_id),
  constraint credentials__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
comment on column credentials.password_hash is 'Argon2id PHC string over the peppered password';

create table former_passwords (
  passenger_id uuid not null,
  password_hash text not null,
  retired_at timestamptz not null default clock_timestamp(),
  constraint former_passwords__pk primary key (passenger_id, retired_at),
  constraint former_passwords__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
comment on table former_passwords is 'As many as the operator''s rule about repeating asks for, older ones are deleted';

create table sessions (
  token_hash bytea not null,
  passenger_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  idle_seconds integer not null,
  user_agent text,
  proven_at timestamptz not null default now(),
  constraint sessions__pk primary key (token_hash),
  constraint sessions__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);
create index sessions__passenger_id_created_at on sessions (passenger_id, created_at);
comment on column sessions.token_hash is 'SHA-256 of the cookie value; the value itself is nowhere';
comment on column sessions.expires_at is 'Absolute end, whatever is done in the session';
comment on column sessions.idle_seconds is 'Seconds without a call after which the session is over; 0 for never';
comment on column sessions.proven_at is 'When the passenger last proved who they are in this session; grave acts ask for a fresh proof';

-- Links sent by mail. A token is computed from the id of the row and a key outside the database, so that neither these
-- tables nor the job queue hold anything that opens an account.

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
  registration_id uuid not null,
  constraint registrations__pk primary key (token_hash),
  constraint registrations__registration_id unique (registration_id)
);
create index registrations__email on registrations (email);
comment on table registrations is 'Accounts asked for and not yet confirmed by mail: nothing of them is in force and no card is held';

create table password_resets (
  token_hash bytea not null,
  reset_id uuid not null,
  passenger_id uuid not null,
  purpose text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint password_resets__pk primary key (token_hash),
  constraint password_resets__reset_id unique (reset_id),
  constraint password_resets__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade,
  constraint password_resets__purpose check (purpose in ('forgotten', 'must_change'))
);
create index password_resets__passenger_id on password_resets (passenger_id);
comment on column password_resets.token_hash is 'SHA-256 of the token; the row goes when it is used';
comment on column password_resets.purpose is 'forgotten: asked for by mail; must_change: handed out at sign-in';

-- Ways to prove who one is besides the password. A challenge is signed by the server and costs no row until a device
-- answers it, so that the sign-in form may have one ready for everybody.

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
  constraint passkey_challenges__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade,
  constraint passkey_challenges__purpose check (purpose in ('add', 'sign_in', 'confirm'))
);
comment on table passkey_challenges is 'Challenges a device has answered, kept until they would have run out, so that each is good once';
comment on column passkey_challenges.passenger_id is 'Whose challenge it is; null before sign-in';

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

-- Passengers who come through an identity provider.

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

create table consents (
  passenger_id uuid not null,
  version text not null,
  language text not null,
  given_at timestamptz not null default now(),
  constraint consents__pk primary key (passenger_id, version),
  constraint consents__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade
);

-- Names of cards that look alike are alike: case, blanks, and the forms of one letter (full width, composed or not) make
-- no difference. A database with the locale C knows capital letters of English only; it compares with a collation that
-- knows all of them.
do $$
declare
  collation_name text;
begin
  if lower('É') <> 'é' then
    select quote_ident(collname) into collation_name
    from pg_collation
    where collnamespace = 'pg_catalog'::regnamespace and collname in ('pg_c_utf8', 'und-x-icu')
    order by collname
    limit 1;
    if collation_name is null then
      raise notice 'this database cannot tell capital letters: card names that differ in nothing else are different names';
    end if;
  end if;
  execute format(
    $key$
    create function card_name_key(name text) returns text
    language sql immutable strict parallel safe
    return lower(btrim(regexp_replace(
      regexp_replace(normalize(name, nfkc), '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]', '', 'g'),
      '\s+', ' ', 'g')) %s)
    $key$,
    'collate ' || collation_name);
end
$$;
comment on function card_name_key is 'What is left of a card''s name when its looks are not told apart';

create table cards (
  passenger_id uuid not null,
  card_id integer not null,
  medium_id uuid not null,
  name text not null,
  linked_at timestamptz not null default now(),
  constraint cards__pk primary key (passenger_id, card_id),
  constraint cards__medium_id unique (medium_id),
  constraint cards__passenger_id_fk foreign key (passenger_id) references passengers (passenger_id) on delete cascade,
  constraint cards__card_id check (card_id > 0)
);
create unique index cards__passenger_id_name_key on cards (passenger_id, card_name_key(name));
comment on table cards is 'A medium linked to a passenger under a name';
comment on column cards.card_id is 'The passenger''s own numbering, shown in addresses; never reused within the account';
comment on constraint cards__medium_id on cards is 'A card belongs to one account at most (xtat_number_not_unique)';


-- THE PORTAL'S OWN BOOKS

-- Limits are shared by all processes, so that parallel attempts cannot pass one together.
create table throttles (
  bucket bytea not null,
  failures integer not null,
  pending integer not null,
  pending_until timestamptz not null,
  window_ends_at timestamptz not null,
  constraint throttles__pk primary key (bucket)
) with (fillfactor = 70);
comment on table throttles is 'One row per limit and object; rows whose window has ended mean nothing and are swept';
comment on column throttles.bucket is 'Keyed hash of limit and object (address, account, reference): no name can be read from it';
comment on column throttles.failures is 'Attempts that count against the limit in this window';
comment on column throttles.pending is 'Attempts being evaluated; they hold a place before their outcome is known';
comment on column throttles.pending_until is 'After this the places of attempts whose process died are free again';

create table audit_events (
  event_id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null,
  passenger_id uuid,
  trace_id text,
  detail jsonb not null default '{}',
  constraint audit_events__pk primary key (event_id)
);
create index audit_events__at on audit_events (at);
create index audit_events__passenger_id_at on audit_events (passenger_id, at);
comment on table audit_events is 'Security-relevant acts; no names or addresses in detail';

-- Each worker says every few seconds that it lives, so that a job of a dead worker can be told from a long one.
create table queue_workers (
  worker_id text not null,
  seen_at timestamptz not null default now(),
  constraint queue_workers__pk primary key (worker_id)
);
comment on column queue_workers.worker_id is 'locked_by of the jobs it holds';

-- Whoever starts with another key than the database was begun with is refused before it writes anything.
create table key_checks (
  name text not null,
  fingerprint bytea not null,
  constraint key_checks__pk primary key (name)
);
comment on column key_checks.name is 'The setting that names the key file';
comment on column key_checks.fingerprint is 'HMAC-SHA-256 of a fixed text under that key; tells nothing of the key';


-- FUNCTIONS
-- What no grant can say runs with the owner's rights. Each function refuses what its callers must not do.

-- "create table … partition of" locks the whole table against readers, and three of them in one transaction deadlock with a
-- read of two tables; a table that is made beside and then attached locks out nobody. A wrong date must not ask for
-- partitions of a far year: nothing drops those, and every query plans with them. Two years ahead leave room for a file
-- whose last rows lie in the year after its export. Late taps, fares and bank answers update most rows once or twice:
-- with free space on its page a new version lies beside the old one and no index is touched.
create function ensure_months(first_instant timestamptz, last_instant timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month_start timestamp; -- wall time of UTC
  table_name text;
  month_name text;
begin
  if first_instant is null or last_instant is null or last_instant > first_instant + interval '20 years' then
    raise exception 'months are made for twenty years at a time at most';
  end if;
  if first_instant < timestamptz '2000-01-01Z' or last_instant > now() + interval '25 months' then
    raise exception 'months are made from the year 2000 until two years from now';
  end if;
  for month_start in
    select generate_series(
      date_trunc('month', first_instant at time zone 'UTC'),
      date_trunc('month', last_instant at time zone 'UTC'),
      interval '1 month')
  loop
    foreach table_name in array array['taps', 'trips', 'payments'] loop
      month_name := table_name || '_' || to_char(month_start, 'YYYYMM');
      continue when to_regclass(month_name) is not null;
      execute format('create table %I (like %I including all) with (fillfactor = 90)', month_name, table_name);
      execute format(
        'alter table %I attach partition %I for values from (%L) to (%L)',
        table_name,
        month_name,
        month_start at time zone 'UTC',
        (month_start + interval '1 month') at time zone 'UTC'
      );
    end loop;
  end loop;
end
$$;
comment on function ensure_months is 'Makes the monthly partitions (UTC) that cover the two instants, where they are missing';

-- Without counts the planner knows nothing of a month that is being filled. Autovacuum may take minutes, and the importer
-- does not own the tables.
create function analyze_grown_months() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month_table regclass;
begin
  for month_table in
    select month.oid
    from pg_inherits i
    join pg_class parent on parent.oid = i.inhparent
    join pg_class month on month.oid = i.inhrelid
    where parent.relname in ('taps', 'trips', 'payments')
      and parent.relnamespace = 'public'::regnamespace
      and pg_relation_size(month.oid) / current_setting('block_size')::integer > greatest(month.relpages, 0) * 1.2 + 8
  loop
    execute format('analyze %s', month_table);
  end loop;
end
$$;
comment on function analyze_grown_months is 'Counts the rows of months that have grown by a fifth since they were counted last';

-- Retention drops whole months instead of deleting their rows. One table a call, so that the caller can commit in between:
-- a drop locks the parent, and two of those locks in one transaction could deadlock with a reader. A drop waits for those
-- who read the month, and whoever comes next waits behind it: so it gives up at once and the caller tries again.
create function drop_month_before(cutoff timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '40ms' as $$
declare
  month_table text;
begin
  if cutoff is null or cutoff > now() - interval '1 month' then
    raise exception 'travel of the last month is not dropped';
  end if;
  select child.relname into month_table
  from pg_inherits i
  join pg_class child on child.oid = i.inhrelid
  where i.inhparent in ('taps'::regclass, 'trips'::regclass, 'payments'::regclass)
    and case when child.relname ~ '_[0-9]{6}$'
      then (to_date(right(child.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= cutoff end
  order by child.relname
  limit 1;
  if month_table is not null then
    execute format('drop table %I', month_table);
  end if;
  return month_table;
end
$$;
comment on function drop_month_before is 'Drops one monthly partition of travel that ends before an instant; answers its name, null when there is none';

create function ensure_feed_weeks(first_day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  week_start date;
  week_name text;
begin
  if first_day is null or first_day < current_date - 366 or first_day > current_date + 7 then
    raise exception 'weeks are made for a year back at most';
  end if;
  for week_start in
    select generate_series(date_trunc('week', first_day), date_trunc('week', current_date + 7), interval '7 days')::date
  loop
    week_name := 'feed_rows_' || to_char(week_start, 'YYYYMMDD');
    continue when to_regclass(week_name) is not null;
    execute format('create table %I (like feed_rows including all)', week_name);
    execute format('alter table feed_rows attach partition %I for values from (%L) to (%L)',
      week_name, week_start, week_start + 7);
  end loop;
end
$$;
comment on function ensure_feed_weeks is 'Makes the partitions of feed_rows from the week of a day to the next week';

create function drop_feed_week_before(cutoff date) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '40ms' as $$
declare
  week_table text;
begin
  if cutoff is null or cutoff > current_date - 7 then
    raise exception 'rows of the last week are not dropped';
  end if;
  select child.relname into week_table
  from pg_inherits i
  join pg_class child on child.oid = i.inhrelid
  where i.inhparent = 'feed_rows'::regclass
    and case when child.relname ~ '_[0-9]{8}$' then to_date(right(child.relname, 8), 'YYYYMMDD') + 7 <= cutoff end
  order by child.relname
  limit 1;
  if week_table is not null then
    execute format('drop table %I', week_table);
  end if;
  return week_table;
end
$$;
comment on function drop_feed_week_before is 'Drops one week of feed_rows that ends before a day; answers its name, null when there is none';

create function forget_old_debts(months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_medium uuid;
begin
  if months is null or months < 1 then
    raise exception 'debts of the last month are not forgotten';
  end if;
  -- One card after the other, since a distributed engine locks the rows of one card only. A card that an import is at is left
  -- for the next time. Locked first, so that its payments are read behind every import.
  for old_medium in
    select medium_id from unpaid_media where since < now() - make_interval(months => months)
  loop
    perform
    from unpaid_media
    where medium_id = old_medium and since < now() - make_interval(months => months)
    for update skip locked;
    continue when not found;
    delete from unpaid_media known
    where known.medium_id = old_medium
      and not exists (
        select
        from payments payment
        where payment.medium_id = old_medium
          and payment.status = 'payment_error'
          and payment.due_minor > payment.paid_minor);
  end loop;
end
$$;
comment on function forget_old_debts is 'Takes cards off unpaid_media whose unpaid payments are all past their time';

create function delete_old_audit_events(months integer, after timestamptz default '-infinity') returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_at timestamptz;
begin
  if months is null or months < 1 then
    raise exception 'events of the last month are not deleted';
  end if;
  select max(old.at) into last_at
  from (
    select at
    from audit_events
    where at > after and at < now() - make_interval(months => months)
    order by at
    limit 5000
  ) as old;
  delete from audit_events where at > after and at <= last_at;
  return last_at;
end
$$;
comment on function delete_old_audit_events is 'The only way to delete an audit event: by age. One batch; answers how far it came, null when none was left';

create function delete_old_tombstones(months integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if months is null or months < 1 then
    raise exception 'accounts closed in the last month are not forgotten';
  end if;
  delete from passengers where status = 'anonymised' and created_at < now() - make_interval(months => months);
end
$$;
comment on function delete_old_tombstones is 'The only way to delete a passenger: closed, and long ago';

-- The tables of the job queue are secured row by row by its library; these two functions are all that calls have to do
-- with it. The queue may be installed after this migration, so the bodies look it up when they run.
create function enqueue_job(task text, payload json, key text, most_attempts integer) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if task is distinct from 'send-mail' then
    raise exception 'no call asks for the job %', task;
  end if;
  perform graphile_worker.add_job(task, payload => payload, job_key => key, max_attempts => most_attempts);
end
$$;
comment on function enqueue_job is 'Asks for a job; the recurring ones are nothing that a call asks for';

create function remove_jobs_about(passenger uuid, subjects uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.remove_job(key)
  from graphile_worker._private_jobs
  where key is not null and (payload->>'passengerId' = passenger::text or payload->>'id' = any (subjects::text[]));
end
$$;
comment on function remove_jobs_about is 'Takes back what is still to be done for a passenger; a job that runs is not tried again';


-- RIGHTS
-- Each part may do what its statements need and nothing else, as apps/server/src/database/tables says. How the tables lie on a
-- distributed engine is said there too, and done after the migrations.

revoke create on schema public from public;
grant usage on schema public to tapfolio_auth, tapfolio_portal, tapfolio_feed, tapfolio_worker;
grant select on schema_migrations, key_checks to tapfolio_auth, tapfolio_portal, tapfolio_feed, tapfolio_worker;

-- auth: who someone is, and of the travel side what the data export hands out.
grant select, insert, update on passengers to tapfolio_auth;
grant select, insert, update, delete on credentials, registrations, sessions, passkeys, sign_in_codes, throttles to tapfolio_auth;
grant select, insert, delete on former_passwords, password_resets, passkey_challenges, sso_identities, sso_flows, cards to tapfolio_auth;
grant select, insert on sso_sessions, sso_logout_tokens, consents, audit_events to tapfolio_auth;
grant select on media, taps, trips, payments, unpaid_media, settlements, authorisations, products, service_references to tapfolio_auth;

-- portal: who is asking, their cards, and the travel side for reading.
grant select (passenger_id, status, display_language, is_sso_shadow_user, last_card_id), update (last_card_id)
  on passengers to tapfolio_portal;
grant select (token_hash, passenger_id, last_seen_at, expires_at, idle_seconds), update (last_seen_at) on sessions to tapfolio_portal;
grant select, insert, update (name), delete on cards to tapfolio_portal;
grant select, insert, update, delete on throttles to tapfolio_portal;
grant insert on audit_events to tapfolio_portal;
grant select on media, trips, payments, unpaid_media, settlements, products, service_references, operators, lines, stops,
  feed_files to tapfolio_portal;

-- feed: the only writer of the travel side, and nothing of the account side.
grant select, insert, update on operators, lines, stops, media, settlements, authorisations, service_references, tap_lookups,
  trip_lookups, feed_files to tapfolio_feed;
grant select, insert, update, delete on taps, trips, payments, unpaid_media, products, feed_waiting to tapfolio_feed;
grant select, insert on feed_rows to tapfolio_feed;
grant select (file_id), insert, delete on feed_quarantine to tapfolio_feed;

-- worker: mails, and deleting what has run out. Single columns where the row holds a secret.
grant select (passenger_id, email, display_language, status) on passengers to tapfolio_worker;
grant select (registration_id, email, language, expires_at), delete on registrations to tapfolio_worker;
grant select (reset_id, passenger_id, expires_at), delete on password_resets to tapfolio_worker;
grant select (code_id, passenger_id, expires_at), delete on sign_in_codes to tapfolio_worker;
grant select (last_seen_at, expires_at, idle_seconds), delete on sessions to tapfolio_worker;
grant select (expires_at), delete on sso_flows, sso_logout_tokens, passkey_challenges to tapfolio_worker;
grant select (window_ends_at, pending_until), delete on throttles to tapfolio_worker;
grant select, delete on settlements, authorisations, products, service_references, tap_lookups, trip_lookups, feed_waiting to tapfolio_worker;
grant select (file_id, line_number), delete on feed_quarantine to tapfolio_worker;
grant select on feed_files to tapfolio_worker;
grant select, insert, update, delete on queue_workers to tapfolio_worker;

revoke execute on function card_name_key, enqueue_job, remove_jobs_about, ensure_months, ensure_feed_weeks, analyze_grown_months,
  drop_month_before, drop_feed_week_before, forget_old_debts, delete_old_audit_events, delete_old_tombstones from public;
grant execute on function card_name_key to tapfolio_auth, tapfolio_portal;
grant execute on function enqueue_job, remove_jobs_about to tapfolio_auth;
grant execute on function ensure_months, ensure_feed_weeks, analyze_grown_months to tapfolio_feed;
grant execute on function drop_month_before, drop_feed_week_before, forget_old_debts, delete_old_audit_events,
  delete_old_tombstones to tapfolio_worker;

-- The importer makes later weeks itself.
select ensure_feed_weeks(current_date - 42);
