import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dayMs } from '@tapfolio/domain/durations.ts';
import pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { exported, fare, tap, window } from '../../test/corrected-feed.ts';
import { buildChargeback } from '../../test/factories/chargebacks.ts';
import { buildCollection } from '../../test/factories/collections.ts';
import { buildMedium } from '../../test/factories/media.ts';
import { buildPayment, type PaymentRow } from '../../test/factories/payments.ts';
import { buildProduct } from '../../test/factories/products.ts';
import { buildSettlement } from '../../test/factories/settlements.ts';
import { buildTrip } from '../../test/factories/trips.ts';
import { emptyTables, importInto, rewrite, temporaryFolder } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { urlOfPart } from '../database/parts.ts';
import { types } from '../database/pool.ts';
import { gtfs } from './gtfs/format.ts';
import { type FeedHealth, problemsOf, readFeedHealth } from './health.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const noTravel = 'no taps, trips, payments or settlements were ever imported';

/** Reads as the command line does: with the rights of the feed only. */
async function read(): Promise<FeedHealth> {
  const client = new pg.Client({ connectionString: urlOfPart(url, 'feed'), types });
  await client.connect();
  await client.query("set timezone = 'UTC'");
  const health = await readFeedHealth(client);
  await client.end();
  return health;
}

it('finds no problem with a feed that comes every day', async () => {
  const folder = temporaryFolder();
  for (const day of [3, 4]) {
    exported(folder, 'tap', day, [{ ...tap, tap_id: `T-${day}` }]);
    exported(folder, 'tr', day, [{ ...fare, id: `${day}`, tap_id: `T-${day}` }]);
    exported(folder, 'pw', day, [window]);
  }
  await importInto(url, folder);

  const health = await read();

  expect(health.kinds.map(({ kind }) => kind)).toEqual(['payments', 'taps', 'trips']);
  expect(problemsOf(health, new Date('2025-07-05T00:00:00Z'))).toEqual([]);
});

it('names a column that an export has lost, until an export has it again', async () => {
  const folder = temporaryFolder();
  const take = async (day: number, column: string) => {
    const file = exported(folder, 'tap', day, [{ ...tap, tap_id: `T-${day}` }]);
    rewrite(file, (text) => text.replace('stop_name', column));
    await importInto(url, file);
    return await read();
  };

  expect((await take(3, 'stop_name')).lostColumns).toEqual([]);
  const lost = await take(4, 'halt');
  expect(lost.lostColumns).toEqual([{ name: expect.stringContaining('2025-07-04'), columns: ['stop_name'] }]);
  expect(problemsOf(lost, new Date('2025-07-05T00:00:00Z'))).toEqual([
    expect.stringContaining('lacks stop_name, which the export before had: its values were removed'),
  ]);
  await importInto(url, exported(folder, 'pw', 6, [{ ...window, stop_name: '' }]));
  expect((await take(5, 'old_stop_name')).lostColumns).toHaveLength(1);

  expect((await take(6, 'Stop Name\t')).lostColumns).toEqual([]);
});

it('does not miss a day for which an empty table was delivered', async () => {
  const folder = temporaryFolder();
  for (const day of [3, 5]) exported(folder, 'tap', day, [{ ...tap, tap_id: `T-${day}` }]);
  const table = exported(folder, 'tap', 4, [tap]);
  const [header] = readFileSync(table, 'utf8').split('\n');
  writeFileSync(table, `${header}\n`);
  await importInto(url, folder);

  expect((await read()).kinds).toMatchObject([{ kind: 'taps', missingDays: [] }]);
});

it('reports a missing day of one kind, old waiting fares, refused files, many rows set aside, and the newest delivery', async () => {
  const folder = temporaryFolder();
  for (const day of [3, 4, 5]) exported(folder, 'tap', day, [{ ...tap, tap_id: `T-${day}` }]);
  for (const day of [3, 5]) exported(folder, 'tr', day, [{ ...fare, id: `${day}`, tap_id: `unknown ${day}` }]);
  exported(folder, 'pw', 5, [{ ...window, amount_settled: '2.50' }]);
  await importInto(url, folder);

  const problems = problemsOf(await read(), new Date('2025-07-09T00:00:00Z'));

  expect(problems).toEqual([
    'the newest taps are of 2025-07-05T00:00:00Z',
    'the newest trips are of 2025-07-05T00:00:00Z',
    'no trips were exported on 2025-07-04',
    'pw-2025-07-05.csv was refused: no row could be used: 1 × amount is not a whole number',
    'fares that wait for their taps: 2, the oldest since the export of 2025-07-03T00:00:00Z',
    '1 of 4 rows of the last seven days were set aside',
  ]);
});

it('names missing days that follow one another by the first and the last of them', async () => {
  const folder = temporaryFolder();
  for (const day of [3, 5, 9, 11]) exported(folder, 'tap', day, [{ ...tap, tap_id: `T-${day}` }]);
  await importInto(url, folder);

  const health = await read();

  expect(problemsOf(health, new Date('2025-07-11T12:00:00Z'))).toEqual([
    'no taps were exported on 2025-07-04, 2025-07-06 to 2025-07-08, 2025-07-10',
  ]);
  expect(health.kinds).toMatchObject([
    { missingDays: ['2025-07-04', '2025-07-06', '2025-07-07', '2025-07-08', '2025-07-10'] },
  ]);
});

it('reports a refused file until it comes again under its name and can be imported', async () => {
  const folder = temporaryFolder();
  const refused = async () => (await read()).refusedFiles.map(({ name }) => name);
  const empty = exported(folder, 'tr', 3, [fare]);
  writeFileSync(empty, '');
  await importInto(url, empty);
  await importInto(url, exported(folder, 'tr', 3, [{ ...fare, amount: '2.50' }]));
  expect(await refused()).toEqual(['tr-2025-07-03.csv']);

  await importInto(url, exported(folder, 'tr', 3, [fare]));

  expect(await refused()).toEqual([]);
});

const placeOf = ({ medium_id, srid }: PaymentRow) => ({ medium_id, srid: srid ?? '' });

it('reports payments that the bank agreed to a week ago and whose money no file and no collection of ours shows', async () => {
  const at = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  const agreed = { status: 'pending', paid_minor: 0, due_minor: 250 };
  for (const days of [9, 8, 2]) await buildPayment(pool, { medium_id: randomUUID(), opened_at: at(days), ...agreed });
  const settled = await buildPayment(pool, { medium_id: randomUUID(), opened_at: at(12), ...agreed });
  await buildSettlement(pool, { ...placeOf(settled), amount_minor: 250, requested_at: at(11) });
  const collected = await buildPayment(pool, { medium_id: randomUUID(), opened_at: at(11), ...agreed });
  const done = { outcome: 'approved', closed_at: at(1), bank_reference: 'B' };
  await buildCollection(pool, { ...placeOf(collected), payment_id: collected.payment_id, amount_minor: 250, ...done });

  const problems = problemsOf(await read(), new Date());

  expect(problems).toContain(
    `payments that the bank approved and that no settlement has followed: 2, the oldest of ${at(9).slice(0, 10)}`,
  );
});

it('reports payments of which the bank took more than was due, unless a charge was delivered twice or the money was given back', async () => {
  const at = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  /** A payment of 2.50 with an approved charge of 2.50 for each of these bank references. */
  const charged = async (days: number, references: readonly (string | null)[], paid_minor = 250) => {
    const [medium_id, srid, opened_at] = [randomUUID(), `PAYMENT${days}`, at(days)];
    await buildPayment(pool, { medium_id, srid, opened_at, due_minor: 250, paid_minor });
    const charge = { medium_id, srid, amount_minor: 250, requested_at: opened_at };
    for (const retrieval_reference of references) await buildSettlement(pool, { ...charge, retrieval_reference });
    return charge;
  };
  await charged(9, ['one', 'other']);
  await charged(8, [null], 500);
  await charged(7, ['told again', 'told again']);
  const returned = await charged(6, ['one', 'other'], 500);
  await buildSettlement(pool, { ...returned, kind: 'refund', direction: 'credit' });
  const { medium_id, srid } = await charged(5, ['one', 'other'], 500);
  await buildChargeback(pool, { medium_id, srid, amount_minor: 250, charged_back_at: at(1) });

  const problems = problemsOf(await read(), new Date());

  expect(problems).toContain(
    `payments of which the bank took more than was due: 2, the oldest of ${at(9).slice(0, 10)}`,
  );
});

it('reports payments that were charged beside our collection, unless the charge is that collection', async () => {
  const at = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  /** A payment of 2.50 that we had the bank collect, and a charge of 2.50 that was delivered afterwards. */
  const charged = async (days: number, charge: Readonly<Record<string, string | null>>) => {
    const [medium_id, srid, opened_at] = [randomUUID(), `COLLECTED${days}`, at(days)];
    const unpaid = { status: 'payment_error', due_minor: 250, paid_minor: 0 };
    const { payment_id } = await buildPayment(pool, { medium_id, srid, opened_at, ...unpaid });
    const done = { outcome: 'approved', closed_at: at(days - 1), bank_reference: 'B' };
    await buildCollection(pool, { medium_id, srid, payment_id, amount_minor: 250, ...done });
    await buildSettlement(pool, { medium_id, srid, amount_minor: 250, requested_at: at(days - 1), ...charge });
  };
  await charged(9, { retrieval_reference: 'C' });
  await charged(8, { retrieval_reference: null });
  await charged(7, { retrieval_reference: 'B' });
  await charged(6, { retrieval_reference: 'C', kind: 'debt_recovery' });

  const problems = problemsOf(await read(), new Date());

  expect(problems).toContain(
    `payments of which the bank took more than was due: 2, the oldest of ${at(9).slice(0, 10)}`,
  );
});

it('lists the days on which fares and products differ from payments, by currency, and does not call that a problem', async () => {
  const { medium_id } = await buildMedium(pool);
  const at = new Date(Date.now() - 3 * dayMs).toISOString();
  const service_day = at.slice(0, 10);
  for (const currency of ['CAD', 'EUR']) {
    for (let trip = 0; trip < 2; trip += 1)
      await buildTrip(pool, { medium_id, started_at: at, service_day, currency, fare_minor: 370 });
    const due_minor = currency === 'CAD' ? 740 + 1900 : 400;
    const paid = { due_minor, paid_minor: due_minor, currency };
    const { srid } = await buildPayment(pool, { medium_id, opened_at: at, service_day, ...paid });
    if (currency === 'CAD') await buildProduct(pool, { medium_id, valid_from: at, srid, amount_minor: 1900, currency });
    // A refund and a recovery are not payments of their own.
    for (const reason of ['refund', 'debt_recovery'])
      await buildPayment(pool, { medium_id, opened_at: at, service_day, ...paid, reason });
  }

  const health = await read();

  expect(health.differences).toEqual([{ serviceDay: service_day, currency: 'EUR', pricesMinor: 740, dueMinor: 400 }]);
  expect(problemsOf(health, new Date())).toEqual([noTravel]);
});

it('says that no travel was ever imported, and counts each row of a timetable once', async () => {
  expect(problemsOf(await read(), new Date())).toEqual([noTravel]);
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'stops.txt'), 'stop_id,stop_name\nA,Central\nB,Harbour\n,Nowhere\n');
  writeFileSync(path.join(folder, 'routes.txt'), 'route_id,route_short_name,route_type\n1,1,3\n');
  await importInto(url, folder, undefined, { format: gtfs });

  const health = await read();

  expect(health.quarantine).toEqual({ rows: 4, setAside: 1 });
  expect(problemsOf(health, new Date())).toEqual([noTravel, '1 of 4 rows of the last seven days were set aside']);
});
