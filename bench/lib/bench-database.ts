import path from 'node:path';
import { startEmbeddedPostgres } from '@tapfolio/embedded-postgres/embedded-postgres.ts';
import { migrate } from '@tapfolio/server/src/database/migrate.ts';
import pg from 'pg';
import { makeDatabaseHome } from './database-home.ts';

export interface BenchDatabase {
  url: string;
  client: pg.Client;
  stop(): Promise<void>;
}

/** An empty database with the product's schema on a server of its own. It is deleted at the end. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const home = makeDatabaseHome();
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', fsync: 'off' };
  const server = await startEmbeddedPostgres({ dataDirectory: path.join(home.folder, 'postgres'), settings });
  await migrate({ url: server.url });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const stop = async () => {
    await client.end();
    await server.stop();
    home.remove();
  };
  return { url: server.url, client, stop };
}

/** The session token of a passenger: the passenger's number, padded to the length of a real token. */
export const tokenOf = (passenger: number): string => String(passenger).padStart(43, '0');

/** The session token, and the medium of the card, as SQL. The passenger's number is given as SQL. */
const tokenHashSql = (passenger: string) => `sha256(lpad(${passenger}::text, 43, '0')::bytea)`;
export const mediumIdSql = (passenger: string) => `md5('bench medium ' || ${passenger}::text)::uuid`;

/** Inserts `media` × `tripsEach` trips of the last year, and their timetable. */
export async function fillTrips(client: pg.Client, media: number, tripsEach: number): Promise<void> {
  await client.query(`insert into operators (operator_code, name, time_zone, day_cut, currency, is_home)
    values ('1', 'Bench Transit', 'America/Toronto', '04:30', 'CAD', true)`);
  await client.query(`insert into lines (operator_code, line_id, name, long_name, names, transport_type, color, text_color,
      sort_order, updated_at)
    select '1', 'L' || n, n::text, 'Line ' || n, jsonb_build_object('fr', 'Ligne ' || n), 'bus', '0b5fa5', 'ffffff', n, now()
    from generate_series(1, 50) n`);
  await client.query(`insert into stops (operator_code, stop_id, name, names, updated_at)
    select '1', 'S' || n, 'Stop ' || n, jsonb_build_object('fr', 'Arrêt ' || n), now() from generate_series(1, 2000) n`);
  await client.query(
    `insert into media (medium_id, operator_code, first_seen_at, last_seen_at, last_four)
    select ${mediumIdSql('m')}, '1', now() - interval '1 year', now(), lpad((m % 10000)::text, 4, '0')
    from generate_series(1, $1::integer) m`,
    [media],
  );
  await client.query(`select ensure_months(now() - interval '13 months', now())`);
  await client.query(
    `insert into trips (medium_id, started_at, trip_id, operator_code, tap_id, srid, line_id, transport_type,
      status, fare_minor, currency, fare_reason, from_stop_id, to_stop_id, checked_in_at, checked_out_at, service_day,
      updated_at, exported_at, file_id, line_number)
    select ${mediumIdSql('m')}, at, gen_random_uuid(), '1', gen_random_uuid(), lpad(to_hex(m * 1000 + n), 14, 'A'),
      'L' || (m + n) % 50 + 1, 'bus', 'calculated', 375, 'CAD', 'single fare', 'S' || (m * 7 + n) % 2000 + 1,
      'S' || (m * 11 + n) % 2000 + 1, at, at + interval '20 minutes', (at - interval '8 hours')::date, at, at, 1, n
    from generate_series(1, $1::integer) m, generate_series(1, $2::integer) n,
      lateral (select now() - n * interval '3 days' - (m % 1000) * interval '1 minute' as at) times`,
    [media, tripsEach],
  );
}

/** Inserts a payment for every trip of the last four months (two pages), and the bank's charge for it. */
export async function fillPayments(client: pg.Client): Promise<void> {
  await client.query(
    `insert into payments (medium_id, opened_at, payment_id, operator_code, srid, reason, method, status, due_minor,
      paid_minor, currency, service_day, closed_at, updated_at, exported_at, file_id, line_number)
    select medium_id, started_at, gen_random_uuid(), '1', srid, 'trip', 'emv', 'accepted', fare_minor, fare_minor, currency,
      service_day, started_at + interval '1 day', started_at, started_at, 1, line_number
    from trips
    where started_at > now() - interval '4 months'`,
  );
  await client.query(
    `insert into settlements (medium_id, settlement_id, operator_code, srid, kind, direction, amount_minor, approved,
      requested_at, exported_at, file_id, line_number)
    select medium_id, gen_random_uuid(), '1', srid, 'charge', 'debit', due_minor, true, opened_at, opened_at, 1, line_number
    from payments`,
  );
}

/** Inserts one passenger per medium, each signed in and with one card. */
export async function fillPassengers(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into passengers (passenger_id, email, display_language)
    select md5('bench passenger ' || n)::uuid, 'bench' || n || '@example.org', 'en_CA' from generate_series(1, $1::integer) n`,
    [count],
  );
  await client.query(
    `insert into sessions (token_hash, passenger_id, expires_at, idle_seconds)
    select ${tokenHashSql('n')}, md5('bench passenger ' || n)::uuid, now() + interval '12 hours', 900
    from generate_series(1, $1::integer) n`,
    [count],
  );
  await client.query(
    `insert into cards (passenger_id, card_id, medium_id, name)
    select md5('bench passenger ' || n)::uuid, 1, ${mediumIdSql('n')}, 'Card' from generate_series(1, $1::integer) n`,
    [count],
  );
  await client.query('vacuum analyze');
}

/** Inserts accounts that can sign in, all with this hash of a password: `known-1@example.org` and so on for the name `known`. */
export async function fillAccounts(
  client: pg.Client,
  { name, count, passwordHash }: { name: string; count: number; passwordHash: string },
): Promise<void> {
  await client.query(
    `with made as (
      insert into passengers (passenger_id, email, display_language)
      select gen_random_uuid(), $1 || '-' || n || '@example.org', 'en_CA' from generate_series(1, $2::integer) n
      returning passenger_id
    )
    insert into credentials (passenger_id, password_hash) select passenger_id, $3 from made`,
    [name, count, passwordHash],
  );
}
