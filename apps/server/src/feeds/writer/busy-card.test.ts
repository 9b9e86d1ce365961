import type pg from 'pg';
import { expect, it } from 'vitest';
import { exit, exported, fare, tap } from '../../../test/corrected-feed.ts';
import { unpaid } from '../../../test/feed-debts.ts';
import { importInto, temporaryFolder } from '../../../test/feed-fixture.ts';
import { refund } from '../../../test/feed-refunds.ts';
import { openStages } from '../../../test/stage-tables.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { declaredStatements } from '../../lib/sql.ts';
import './debts.queries.ts';
import './exits.queries.ts';
import './payments.queries.ts';
import './refunds.queries.ts';

const { url } = await createTestDatabase();

/** The plan by which a statement has run. */
async function planOf(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query(`explain (analyze, timing off) ${declaredStatements.get(name)?.text}`);
  return JSON.stringify(rows);
}

it('does not compare the payments and refunds of a card with all its rows of the batch', {
  timeout: 60_000,
}, async () => {
  const folder = temporaryFolder();
  const many = Array.from({ length: 300 }, (_, index) => `ABCDEFGHJK${index + 1000}`);
  const windows = many.map((srid) => ({ ...unpaid, id: srid, payment_reference: srid }));
  const refunds = many.map((srid) => ({ ...refund, id: srid, payment_reference: srid }));
  await importInto(url, exported(folder, 'pw', 3, windows));
  await importInto(url, exported(folder, 'tx', 3, refunds));
  const client = await openStages(url);
  await client.query(`insert into stage_payment_windows (medium_id, payment_id, srid, opened_at)
    select medium_id, payment_id, srid, opened_at from service_references`);
  await client.query(`insert into stage_references (medium_id, opened_at, payment_id, srid, currency)
    select medium_id, opened_at, payment_id, srid, 'EUR' from service_references`);
  await client.query('insert into stage_taps (medium_id, srid) select medium_id, srid from service_references');

  for (const name of ['feeds.taken.stage', 'feeds.payments.followCurrency', 'feeds.refunds.stageOfTaps']) {
    expect(await planOf(client, name)).not.toMatch(/Rows Removed by Join Filter/);
  }
});

it('does not compare the moved exits of a card with all its trips of the day', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const numbers = Array.from({ length: 300 }, (_, number) => number);
  const at = (number: number) => new Date(Date.UTC(2025, 5, 1, 12, 0, number * 2)).toISOString();
  const taps = numbers.map((number) => ({ ...tap, tap_id: `T-${number}`, terminal_date: at(number) }));
  const exits = numbers.map((number) => ({ ...exit, tap_id: `X-${number}`, terminal_date: at(number + 1000) }));
  const fares = numbers.map((number) => ({
    ...fare,
    ...{ id: `F-${number}`, tap_id: `T-${number}`, start_dttm: at(number), end_dttm: at(number + 1000) },
  }));
  await importInto(url, exported(folder, 'tap', 3, [...taps, ...exits]));
  await importInto(url, exported(folder, 'tr', 3, fares));
  const client = await openStages(url);
  await client.query(`insert into stage_taps (medium_id, tapped_at, tap_id, direction, was_medium_id, was_tapped_at, was_direction)
    select medium_id, tapped_at + interval '1 hour', tap_id, 'off', medium_id, tapped_at, 'off' from taps where direction = 'off'`);
  await client.query('set enable_hashjoin = on');

  const plan = await planOf(client, 'feeds.exits.listFaresOfLost');

  expect(plan).toMatch(/rows=300\b/);
  expect(plan).not.toMatch(/Rows Removed by Join Filter|Seq Scan on trips/);
});
