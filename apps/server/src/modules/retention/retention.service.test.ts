import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildChargeback } from '../../../test/factories/chargebacks.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { v3 } from '../../../test/littlepay-feed.ts';
import { deliver } from '../../../test/littlepay-import.ts';
import { travel } from '../../../test/littlepay-payment.ts';
import { contextOf } from '../../plugins/context.ts';
import { forgetOldTravel } from './retention.service.ts';

const retention = { travelMonths: 13, feedFileMonths: 2, auditMonths: 13, rawRowWeeks: 3, lookupDays: 90 };
const { context, pool, url } = await createTestApp([], { config: { retention } });
const worker = contextOf(context, 'worker');

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const monthsAgo = (months: number) => {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() - months, 15);
  return day.toISOString();
};

async function count(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? -1;
}

/** The row of a file that was imported this number of days ago. */
async function importedFile(days: number): Promise<number> {
  const { rows } = await pool.query<{ file_id: number }>(
    `insert into feed_files (format, name, content_hash, size_bytes, exported_at, imported_at, counts)
    values ('enghouse', $1, '\\x00', 1, now(), $2, '{}') returning file_id`,
    [`${randomUUID()}.csv`, daysAgo(days)],
  );
  return rows[0]?.file_id ?? 0;
}

async function deliverFile(days: number): Promise<void> {
  const from = { file_id: await importedFile(days), line_number: 1 };
  const medium_id = randomUUID();
  await pool.query('select ensure_feed_weeks($1::date)', [daysAgo(days)]);
  await insertRow(pool, 'feed_rows', { ...from, content: 'as delivered', imported_on: daysAgo(days) });
  await insertRow(pool, 'feed_quarantine', { ...from, reason: 'a reason' });
  await insertRow(pool, 'feed_waiting', { ...from, tap_id: randomUUID(), trip_id: randomUUID(), record: {} });
  // Such as a deposit whose payment no back office ever names.
  const piece = { piece_id: randomUUID(), kind: 'deposit', about: randomUUID(), content: {}, is_open: true };
  const at = daysAgo(days);
  await insertRow(pool, 'feed_pieces', { ...from, ...piece, rank: at, exported_at: at });
  await insertRow(pool, 'tap_lookups', { ...from, tap_id: randomUUID(), medium_id, tapped_at: monthsAgo(20) });
  await insertRow(pool, 'trip_lookups', { ...from, trip_id: randomUUID(), medium_id, started_at: monthsAgo(20) });
}

describe('retention', () => {
  it('deletes travel and deliveries past their time and keeps the rest, also when it runs twice', async () => {
    const medium_id = randomUUID();
    for (const months of [20, 15, 12, 1]) {
      const at = monthsAgo(months);
      await buildTrip(pool, { medium_id, started_at: at });
      await buildPayment(pool, { medium_id, opened_at: at });
      await buildSettlement(pool, { medium_id, srid: null, requested_at: at });
      // Some back offices do not say when the bank was asked.
      await buildSettlement(pool, { medium_id, srid: null, requested_at: null, exported_at: at });
    }
    // Files are numbered in the order of their import.
    for (const days of [120, 80, 40, 1]) await deliverFile(days);

    await forgetOldTravel(worker);
    await forgetOldTravel(worker);

    const kept = {
      trips: 2,
      payments: 2,
      service_references: 2,
      settlements: 4,
      tap_lookups: 3,
      trip_lookups: 3,
      feed_pieces: 3,
      feed_rows: 1,
      feed_quarantine: 2,
      feed_waiting: 2,
      feed_files: 4,
    };
    const found = await Promise.all(Object.keys(kept).map(async (table) => [table, await count(table)]));
    expect(Object.fromEntries(found)).toEqual(kept);
  });

  it('keeps rows that belong to payments of the oldest month as long as these, and deletes them together', async () => {
    const medium_id = randomUUID();
    const now = new Date();
    const oldest = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retention.travelMonths);
    const [kept = '', forgotten = ''] = [0, -1].map((ms) => new Date(oldest + ms).toISOString());
    for (const at of [kept, forgotten]) {
      const opened = { medium_id, opened_at: at, exported_at: at };
      const payment = await buildPayment(pool, { ...opened, status: 'payment_error', paid_minor: 0 });
      const { payment_id, srid } = payment;
      await pool.query(`update debts set state = 'ready' where payment_id = $1`, [payment_id]);
      await buildSettlement(pool, { medium_id, srid, requested_at: at });
      const done = { closed_at: at, bank_reference: at };
      await buildCollection(pool, { medium_id, payment_id, outcome: 'approved', ...done });
      await buildRefund(pool, payment, { trip_id: randomUUID(), requested_at: at, state: 'refunded', ...done });
      await buildChargeback(pool, { medium_id, srid, charged_back_at: at });
    }

    await forgetOldTravel(worker);

    const times = {
      ...{ payments: 'opened_at', service_references: 'opened_at', debts: 'opened_at', debt_events: 'at' },
      ...{ settlements: 'requested_at', collections: 'closed_at', chargebacks: 'charged_back_at' },
      ...{ refunds: 'requested_at', refund_trips: 'requested_at' },
    };
    for (const [table, time] of Object.entries(times)) {
      const { rows } = await pool.query(`select ${time} as at from ${table} where medium_id = $1`, [medium_id]);
      expect([table, rows.map(({ at }) => new Date(at).toISOString())]).toEqual([table, [kept]]);
    }
  });

  it('keeps the definition of a product, because a ticket that is sold months later needs it', async () => {
    const product = v3.product('retail', { number_of_days_in_cap_window: '7', product_description: 'Seven days' });
    await deliver(url, { products: [product] }, { at: '202506040430' });
    await pool.query('update feed_files set imported_at = $1', [daysAgo(100)]);

    await forgetOldTravel(worker);
    await deliver(url, { ...travel, purchases: [v3.purchase('T', 'P')] });

    const { rows } = await pool.query(`select description, valid_to from products`);
    expect(rows).toEqual([{ description: 'Seven days', valid_to: '2025-10-10 03:30:00+00' }]);
  });

  it('keeps forever since when a card is shown to its owner, because a delivery may bring older rows', async () => {
    const bound = { medium_id: randomUUID(), shown_from: monthsAgo(40) };
    await insertRow(pool, 'history_bounds', bound);

    await forgetOldTravel(worker);

    expect(await count(`history_bounds where medium_id = '${bound.medium_id}'`)).toBe(1);
  });

  it('deletes more rows with one time than fit into a batch', async () => {
    await pool.query(
      `insert into service_references (srid, medium_id, payment_id, opened_at, operator_code, amount_minor, currency, paid)
      select 'R' || n, gen_random_uuid(), gen_random_uuid(), '2020-01-01Z', '1', 100, 'CAD', true
      from generate_series(1, 12000) n`,
    );

    await forgetOldTravel(worker);

    expect(await count(`service_references where opened_at < '2021-01-01Z'`)).toBe(0);
  });

  it('continues with the other steps when one fails', async () => {
    // Rows of other tests are younger, and files are numbered in the order of their import.
    await pool.query('delete from feed_files');
    const file_id = await importedFile(200);
    // This row belongs to a step after the failing one.
    const late = { file_id, line_number: 2, tap_id: randomUUID(), medium_id: randomUUID(), tapped_at: monthsAgo(1) };
    await insertRow(pool, 'tap_lookups', late);
    await pool.query('alter table settlements rename to hidden_settlements');
    await buildTrip(pool, { medium_id: randomUUID(), started_at: monthsAgo(30) });

    const failure = await forgetOldTravel(worker).catch((error: unknown) => error);
    await pool.query('alter table hidden_settlements rename to settlements');

    expect(failure).toBeInstanceOf(AggregateError);
    expect(String(failure)).toContain('settlements could not be forgotten');
    expect(await count(`trips where started_at < now() - interval '20 months'`)).toBe(0);
    expect(await count(`tap_lookups where file_id = ${file_id}`)).toBe(0);
  });

  it('does not make readers wait for a month that it cannot drop because of a slow reader', async () => {
    const medium_id = randomUUID();
    await buildTrip(pool, { medium_id, started_at: monthsAgo(40) });
    const slow = await connect();
    await slow.query('begin');
    await slow.query('select count(*) from trips');

    const drops = countingDrops();
    const forgetting = forgetOldTravel({ ...worker, pool: drops.pool });
    const reader = await connect();
    // Without giving up, the drop would make this reader wait for the slow one, which never ends here.
    await reader.query(`set lock_timeout = '10s'`);
    while (drops.tried() < 3) await reader.query('select count(*) from trips where medium_id = $1', [medium_id]);
    await slow.query('commit');
    await forgetting;
    await Promise.all([slow.end(), reader.end()]);

    expect(await count(`trips where started_at < now() - interval '35 months'`)).toBe(0);
  });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The worker's pool, with the number of times that it was asked to drop a month. */
function countingDrops(): { pool: pg.Pool; tried: () => number } {
  let tried = 0;
  const query = (statement: pg.QueryConfig) => {
    if (statement.text.includes('drop_month_before')) tried += 1;
    return worker.pool.query(statement);
  };
  return { pool: Object.create(worker.pool, { query: { value: query } }), tried: () => tried };
}
