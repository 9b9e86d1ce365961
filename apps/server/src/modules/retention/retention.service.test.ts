import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { contextOf } from '../../plugins/context.ts';
import { forgetOldTravel } from './retention.service.ts';

const retention = { travelMonths: 13, feedFileMonths: 2, auditMonths: 13 };
const { context, pool } = await createTestApp([], { config: { retention } });

const monthsAgo = (months: number) => {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() - months, 15);
  return day.toISOString();
};

async function count(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? -1;
}

it('forgets travel and deliveries past their months and keeps the rest, however often it runs', async () => {
  const medium_id = randomUUID();
  for (const months of [20, 15, 12, 1]) {
    await buildTrip(pool, { medium_id, started_at: monthsAgo(months) });
    await buildPayment(pool, { medium_id, opened_at: monthsAgo(months) });
    const at = monthsAgo(months);
    await insertRow(pool, 'tap_lookups', { tap_id: randomUUID(), medium_id, tapped_at: at });
    await insertRow(pool, 'trip_lookups', { trip_id: randomUUID(), medium_id, started_at: at });
  }
  for (const months of [3, 1]) {
    const { rows } = await pool.query<{ file_id: number }>(
      `insert into feed_files (format, name, content_hash, size_bytes, exported_at, imported_at, counts)
      values ('enghouse', $1, '\\x00', 1, now(), now() - make_interval(months => $2), '{}') returning file_id`,
      [`${months}.csv`, months],
    );
    await insertRow(pool, 'feed_rows', { file_id: rows[0]?.file_id, line_number: 1, content: 'as delivered' });
  }

  await forgetOldTravel(contextOf(context, 'worker'));
  await forgetOldTravel(contextOf(context, 'worker'));

  const tables = ['trips', 'payments', 'service_references', 'tap_lookups', 'trip_lookups', 'feed_rows', 'feed_files'];
  expect(Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await count(name)])))).toEqual({
    trips: 2,
    payments: 2,
    service_references: 2,
    tap_lookups: 2,
    trip_lookups: 2,
    feed_rows: 1,
    feed_files: 2,
  });
});
