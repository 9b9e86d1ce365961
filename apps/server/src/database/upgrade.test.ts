import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { dumpSchema } from '../../../../scripts/lib/dump-schema.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { databaseUrl } from '../../test/test-server.ts';
import { migrate } from './migrate.ts';

const migrations = path.resolve(import.meta.dirname, '../../../../db/migrations');
const first = '0018_roles.sql';

const { pool, url: freshUrl } = await createTestDatabase();

/** Names of one passenger that were different in the first state; what one is changed to may be another's. */
const namesBefore = [
  'Bus',
  'bus',
  ' BUS ',
  'bus (12)',
  'Ａ very long name of a travel card',
  'A very long name of a travel card',
];
const namesAfterwards = [
  'Bus',
  'bus (12)',
  ' BUS  (13)',
  'bus (12) (14.1)',
  'Ａ very long name of a travel card',
  'A very long name of a travel (16)',
];
const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/** A row in every table that a migration after the first state has to cope with. Two of its days are long past. */
const filled = `
  select ensure_months(now() - interval '30 months', now());
  insert into operators values ('1', 'Port', 'America/Toronto', '04:30', 'CAD', true);
  insert into lines (operator_code, line_id, name, transport_type, updated_at) values ('1', '11', '11', 'bus', now());
  insert into stops (operator_code, stop_id, name, updated_at) values ('1', 'S1', 'Harbour', now());
  insert into feed_files (format, name, content_hash, size_bytes, exported_at, imported_at, counts)
    values ('enghouse', 'old', '\\x01', 1, now(), now() - interval '5 months', '{}'),
      ('enghouse', 'new', '\\x02', 1, now(), now() - interval '5 days', '{}');
  insert into feed_rows select file_id, 1, name from feed_files;
  insert into feed_quarantine select file_id, 1, 'a reason' from feed_files;
  insert into feed_waiting select gen_random_uuid(), gen_random_uuid(), file_id, 1, '{}' from feed_files;
  insert into media (medium_id, operator_code, first_seen_at, last_seen_at)
    select gen_random_uuid(), '1', now() - interval '29 months', now() from generate_series(1, 3);
  create temp table times as
    select medium_id, at from media, unnest(array[now() - interval '29 months', now() - interval '3 days']) as at;
  insert into taps (medium_id, tapped_at, tap_id, operator_code, direction, outcome, exported_at, file_id, line_number)
    select medium_id, at, gen_random_uuid(), '1', 'on', 'accepted', at, 1, 1 from times;
  insert into trips (medium_id, started_at, trip_id, operator_code, tap_id, status, fare_minor, currency, service_day,
      updated_at, exported_at, file_id, line_number)
    select medium_id, tapped_at, gen_random_uuid(), '1', tap_id, 'calculated', 370, 'CAD', tapped_at::date, tapped_at,
      tapped_at, 1, 1 from taps;
  insert into tap_lookups select tap_id, medium_id, tapped_at from taps;
  insert into trip_lookups select trip_id, medium_id, started_at from trips;
  insert into payments (medium_id, opened_at, payment_id, operator_code, srid, reason, method, status, due_minor,
      paid_minor, debt_paid_minor, currency, service_day, updated_at, exported_at, file_id, line_number)
    select medium_id, at, gen_random_uuid(), '1', 'S' || row_number() over (), 'trip', 'emv',
      case row_number() over (order by at) when 1 then 'payment_error' else 'accepted' end, 370,
      case row_number() over (order by at) when 1 then 0 else 370 end, 0, 'CAD', at::date, at, at, 1, 1 from times;
  insert into service_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid)
    select srid, medium_id, payment_id, opened_at, '1', due_minor, currency, paid_minor > 0 from payments;
  insert into settlements (medium_id, settlement_id, operator_code, srid, kind, direction, amount_minor, approved,
      requested_at, exported_at, file_id, line_number)
    select medium_id, payment_id, '1', srid, 'charge', 'debit', 370, true, opened_at, opened_at, 1, 1 from payments;
  insert into authorisations (medium_id, authorisation_id, operator_code, srid, kind, amount_minor, approved,
      requested_at, exported_at, file_id, line_number)
    select medium_id, payment_id, '1', srid, 'check', 1, true, opened_at, opened_at, 1, 1 from payments;
  insert into products (medium_id, valid_from, product_id, operator_code, name, valid_to, amount_minor, currency, status,
      updated_at, exported_at, file_id, line_number)
    select medium_id, at, gen_random_uuid(), '1', 'Day pass', at + interval '1 day', 900, 'CAD', 'active', at, at, 1, 1
    from times;
  insert into passengers (passenger_id, email, display_language)
    select gen_random_uuid(), n || '@example.org', 'en_CA' from generate_series(1, 3) n;
  create temp table people as select passenger_id from passengers;
  insert into credentials (passenger_id, password_hash) select passenger_id, 'hash' from people;
  insert into former_passwords (passenger_id, password_hash) select passenger_id, 'hash' from people;
  insert into sessions (token_hash, passenger_id, expires_at, idle_seconds)
    select sha256(passenger_id::text::bytea), passenger_id, now() + interval '1 hour', 900 from people;
  insert into cards (passenger_id, card_id, medium_id, name)
    select p.passenger_id, 1, m.medium_id, 'Card'
    from (select passenger_id, row_number() over () as n from people) p
    join (select medium_id, row_number() over () as n from media) m on m.n = p.n;
  insert into cards (passenger_id, card_id, medium_id, name)
    select passenger_id, 10 + n, gen_random_uuid(), name
    from (select passenger_id from people limit 1) p, unnest(array[${quoted(namesBefore)}]) with ordinality as names (name, n);
  insert into consents (passenger_id, version, language) select passenger_id, '1', 'en_CA' from people;
  insert into registrations (token_hash, email, password_hash, card_name, medium_id, consent_version, language, expires_at,
      registration_id)
    select '\\x01', 'new@example.org', 'hash', 'Card', gen_random_uuid(), '1', 'en_CA', now() + interval '1 day',
      gen_random_uuid();
  insert into password_resets (token_hash, passenger_id, purpose, expires_at, reset_id)
    select sha256(passenger_id::text::bytea), passenger_id, 'forgotten', now() + interval '1 hour', gen_random_uuid() from people;
  insert into passkeys (credential_id, passkey_id, passenger_id, public_key, counter, transports, name)
    select passenger_id, gen_random_uuid(), passenger_id, '\\x01', 0, '{}', 'Phone' from people;
  insert into sso_identities (issuer, subject, passenger_id)
    select 'https://provider.example', passenger_id, passenger_id from people limit 1;
  insert into throttles (bucket, failures, pending, pending_until, window_ends_at) values ('\\x01', 1, 0, now(), now());
  insert into audit_events (kind, passenger_id) select 'signed_in', passenger_id from people;`;

async function emptyDatabase(more = ''): Promise<string> {
  const name = `tapfolio_upgrade_${randomBytes(6).toString('hex')}`;
  await pool.query(`create database ${name} ${more}`);
  onTestFinished(async () => {
    await pool.query(`drop database ${name} with (force)`);
  });
  return databaseUrl(inject('serverUrl'), name);
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const countOf = async (client: pg.Client, table: string) =>
  Number((await client.query(`select count(*) from ${table}`)).rows[0].count);

it('brings a database full of the first state to the schema of a new one, and keeps what is to be kept', async () => {
  const url = await emptyDatabase();
  const directory = temporaryDirectory();
  const files = readdirSync(migrations).toSorted();
  for (const file of files.filter((name) => name <= first))
    copyFileSync(`${migrations}/${file}`, `${directory}/${file}`);
  await migrate({ url, directory });
  await connected(url, (client) => client.query(filled));

  await migrate({ url });

  const upgraded = await connected(url, dumpSchema);
  expect(upgraded).toBe(await connected(freshUrl, dumpSchema));
  // Of the look-ups and raw rows only those of the last weeks; of six payments one is owed.
  const kept = {
    passengers: 3,
    cards: 9,
    sessions: 3,
    consents: 3,
    audit_events: 3,
    taps: 6,
    trips: 6,
    payments: 6,
    settlements: 6,
    authorisations: 6,
    products: 6,
    service_references: 6,
    tap_lookups: 3,
    trip_lookups: 3,
    unpaid_media: 1,
    feed_files: 2,
    feed_rows: 1,
    feed_quarantine: 2,
    feed_waiting: 2,
  };
  const found = await connected(url, async (client) => {
    const counts: [string, number][] = [];
    for (const table of Object.keys(kept)) counts.push([table, await countOf(client, table)]);
    return Object.fromEntries(counts);
  });
  expect(found).toEqual(kept);
  const renamed = await connected(url, (client) =>
    client.query('select name from cards where card_id > 10 order by card_id'),
  );
  expect(renamed.rows.map(({ name }) => name)).toEqual(namesAfterwards);
});

it('takes names of cards that differ in capital letters for one in a database that knows those of English only', async () => {
  const url = await emptyDatabase(`template template0 locale_provider libc locale 'C'`);

  await migrate({ url });

  const { rows } = await connected(url, (client) =>
    client.query(`select lower('É') as plain, card_name_key('ÉTÉ  Ł') = card_name_key('été ł') as is_one`),
  );
  expect(rows).toEqual([{ plain: 'É', is_one: true }]);
});
