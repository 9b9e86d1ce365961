import type pg from 'pg';
import { expect, it } from 'vitest';
import { count, importInto, temporaryFolder } from '../../../test/feed-fixture.ts';
import { generateFeed } from '../../../test/generated-feed.ts';
import { closeKeptImporter } from '../../../test/kept-importer.ts';
import { openStages } from '../../../test/stage-tables.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { declaredStatements } from '../../lib/sql.ts';
import { withHashJoins } from '../import.queries.ts';
import { payments } from './payments.table.ts';
import { analyzeTakenForEmpty } from './staging.queries.ts';
import { taps } from './taps.table.ts';
import { trips } from './trips.table.ts';
import './chargebacks.queries.ts';
import './debts.queries.ts';
import './payment-parts.queries.ts';
import './payments.queries.ts';
import './pieces.queries.ts';
import './references.queries.ts';
import './exits.queries.ts';
import './taps.queries.ts';
import './trips.queries.ts';

const { pool, url } = await createTestDatabase();

it('finds each exit by index when the tables have no statistics, although other cards have many exits', {
  timeout: 60_000,
}, async () => {
  await fillWithoutStatistics();
  const client = await openStages(url);
  await client.query(`insert into stage_taps (medium_id, tapped_at, tap_id, direction)
    select medium_id, tapped_at, tap_id, direction from taps limit 3000`);

  expect(await planOf(client, 'feeds.exits.stage')).not.toMatch(/Seq Scan on (taps|trips)|Materialize/);
});

it('finds the exit of a fare by card and time, and does not read the other taps of the card', {
  timeout: 60_000,
}, async () => {
  await fillWithoutStatistics();
  const client = await openStages(url);
  await client.query(`insert into stage_boarded_fares (trip_id, tap_id, medium_id, started_at, checked_out_at, operator_code)
    select trip_id, tap_id, medium_id, started_at, checked_out_at, operator_code from trips limit 3000`);

  for (const name of ['feeds.trips.stageFareExits', 'feeds.trips.stageTrips']) {
    const plan = await planOf(client, name);
    expect(plan).toMatch(/Index Cond: \(\(medium_id = fare.medium_id\) AND \(tapped_at = /);
    expect(plan).not.toMatch(/Seq Scan on taps|Join Filter/);
  }
});

const fillPieces = `insert into feed_pieces
    (piece_id, kind, about, beside, seeks, is_open, content, rank, exported_at, file_id, line_number)
  select gen_random_uuid(), 'tap', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, '{}', now(), now(), 1, n
  from generate_series(1, 3000) as n`;

/** Reading connections keep the pages, so PostgreSQL knows only that the table has no rows. */
async function leaveEmptyPages(): Promise<void> {
  await pool.query(`begin; ${fillPieces}; rollback`);
  await pool.query('vacuum (truncate off) feed_pieces');
}

it('finds pieces by index, also when cancelled imports have left an empty table of many pages', async () => {
  await leaveEmptyPages();
  const client = await openStages(url);
  await client.query(fillPieces);
  const columns = 'piece_id, kind, about, content, rank, exported_at, file_id, line_number';
  await client.query(`insert into stage_feed_pieces (${columns}) select ${columns} from feed_pieces`);
  await client.query('insert into stage_changed_keys (key) select seeks from feed_pieces');
  await client.query('insert into stage_read_keys (key, round) select about, 0 from feed_pieces');

  await analyzeTakenForEmpty(client);

  const byPiece = ['preferHigherRank', 'noteChanged', 'keepLeft', 'keepLate', 'noteLateKeys'].map(
    (name) => `feeds.pieces.${name}`,
  );
  for (const name of [...byPiece, 'feeds.feed_pieces.updateChanged']) {
    expect(await planOf(client, name), name).toMatch(/Index Cond: \(piece_id = stage\.piece_id\)/);
  }
  expect(await planOf(client, 'feeds.pieces.noteWaitingKeys')).toMatch(/Index Cond: \(seeks = changed\.key\)/);
  expect(await planOf(client, 'feeds.pieces.list')).toMatch(/Index Cond: \(about = known\.key\)/);
  expect(await planOf(client, 'feeds.pieces.listSought')).toMatch(/Index Cond: \(about = /);
});

it('finds the references that a payment contests by index', async () => {
  await pool.query(`insert into service_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid)
    select 'R' || n, gen_random_uuid(), gen_random_uuid(), now(), '77', 100, 'GBP', true from generate_series(1, 20000) as n`);
  await pool.query(`insert into contested_references (srid, payment_id, exported_at)
    select srid, gen_random_uuid(), now() from service_references`);
  await pool.query('analyze service_references, contested_references');
  const client = await openStages(url);
  await client.query(`insert into stage_payments (medium_id, payment_id, srid, exported_at)
    select medium_id, payment_id, srid, now() from service_references limit 3000`);

  expect(await planOf(client, 'feeds.references.settle')).toMatch(/Index Cond: \(payment_id = stage\.payment_id\)/);
});

it('finds the chargebacks that name the reference of a movement by index', async () => {
  await pool.query(`insert into chargebacks
      (medium_id, chargeback_id, operator_code, srid, amount_minor, currency, charged_back_at, retrieval_reference, exported_at, file_id, line_number)
    select gen_random_uuid(), gen_random_uuid(), '77', 'R' || n, 100, 'GBP', now(), 'rrn ' || n, now(), 1, n from generate_series(1, 3000) as n`);
  const client = await openStages(url);
  await client.query(`insert into stage_settlements (medium_id, settlement_id, retrieval_reference)
    select gen_random_uuid(), gen_random_uuid(), 'rrn ' || n from generate_series(1, 3000) as n`);

  expect(await planOf(client, 'feeds.chargebacks.stageDoubtfulByReference')).not.toMatch(/Seq Scan on chargebacks/);
});

it('reads the trips, taps and charges of a card once, and not once for each of its payments', {
  timeout: 60_000,
}, async () => {
  await fillWithoutStatistics();
  const client = await openStages(url);
  await client.query(`insert into stage_payment_parts (medium_id, payment_id, srid, opened_at)
    select medium_id, gen_random_uuid(), 'R' || n, '2026-03-01Z' from media cross join generate_series(1, 20) n`);
  await client.query(`insert into stage_payment_windows (medium_id, payment_id, srid, opened_at)
    select medium_id, payment_id, srid, opened_at from stage_payment_parts`);
  await client.query(`insert into stage_refunded_payments (medium_id, srid, opened_at, refunded_minor)
    select medium_id, srid, opened_at, 1 from stage_payment_parts`);

  expect(await planOf(client, 'feeds.paymentParts.stageCharges')).not.toMatch(/Filter: .*srid = /);
  expect(await planOf(client, 'feeds.taken.stage')).not.toMatch(/Seq Scan on settlements/);
  await withHashJoins(client, async () => {
    for (const name of ['feeds.paymentParts.stageFares', 'feeds.payments.stageFirstTaps', 'feeds.refunds.stageTrips'])
      expect(await planOf(client, name)).not.toMatch(/Filter: .*srid = /);
  });
});

it('updates the statistics of such tables in the batch that fills them', { timeout: 60_000 }, async () => {
  const takenForEmpty = `pg_class where reltuples = 0 and relpages > 0 and relname ~ '^(taps|trips)_2'`;
  await fill({ taps: 3000 });
  await pool.query('delete from taps');
  await pool.query('delete from trips');
  await pool.query('vacuum (truncate off) taps, trips');
  expect(await count(pool, takenForEmpty)).toBeGreaterThan(0);

  await fill({ taps: 1000 });

  expect(await count(pool, takenForEmpty)).toBe(0);
});

it('no index of taps, trips and payments has a column that deliveries change, so a change leaves the indexes as they are', async () => {
  const indexed: string[] = [];
  for (const { name, columns } of [taps, trips, payments]) {
    const changing = columns.filter(({ use }) => use === 'content' || use === 'silent').map((column) => column.name);
    const { rows } = await pool.query<{ indexdef: string }>('select indexdef from pg_indexes where tablename = $1', [
      name,
    ]);
    for (const { indexdef } of rows)
      indexed.push(
        ...changing
          .filter((column) => new RegExp(`\\b${column}\\b`).test(indexdef))
          .map((column) => `${name}.${column}`),
      );
  }

  // A payment that loses or gets its reference is rare; without this index it could not be found again.
  expect(indexed).toEqual(['payments.srid']);
});

async function fill({ taps }: { taps: number }): Promise<void> {
  const folder = temporaryFolder();
  await generateFeed(folder, { taps, cards: 600, days: 60 });
  await importInto(url, folder);
  // The rows are counted beside the files that follow.
  await closeKeptImporter();
}

/** The state while a month is filled for the first time: its rows have not been counted yet. */
async function fillWithoutStatistics(): Promise<void> {
  if ((await count(pool, 'taps')) === 0) await fill({ taps: 6000 });
  await pool.query('delete from pg_statistic where starelid in (select inhrelid from pg_inherits)');
  await pool.query('update pg_class set reltuples = -1, relpages = 0 where oid in (select inhrelid from pg_inherits)');
}

async function planOf(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off, summary off) ${declaredStatements.get(name)?.text}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
