import path from 'node:path';
import { expect, it } from 'vitest';
import { count, emptyTables, temporaryFolder } from '../test/feed-fixture.ts';
import { generateFeed } from '../test/generated-feed.ts';
import { generateElavon, generateLittlepay } from '../test/generated-littlepay.ts';
import { importWithKills } from '../test/interrupted-import.ts';
import { randomFrom, spoilRows } from '../test/spoiled-rows.ts';
import { rounds, startFaultyDatabase } from './city.ts';

const { url, pool, home } = await startFaultyDatabase();
/** A hundred thousand rows and twenty kills in `npm run test:faults`, some thousand and two beside the other tests. */
const isWhole = rounds > 1;
const records = isWhole ? 100_000 : 6_000;
const places = [
  'feed_rows',
  'feed_pieces',
  'taps',
  'stage_read_keys',
  'trips',
  'payments',
  'settlements',
  'tap_lookups',
];
const kills = isWhole ? 20 : 2;
const tables = Array.from({ length: kills }, (_, kill) => places[kill % places.length] ?? 'feed_rows');
const spoiling = { duplicates: 5, disorder: 5, poison: 1 };
const place = { pool, url, data: home };

const sums = `select coalesce(sum(fare_minor), 0)::int as fares, count(*)::int as trips from trips`;
const money = `select count(*)::int as payments, sum(due_minor)::int as due, sum(paid_minor)::int as paid,
  (select sum(amount_minor)::int from settlements where approved) as bank,
  (select count(*)::int from service_references) as "references" from payments`;

async function setAside(): Promise<number> {
  await pool.query('analyze');
  return await count(pool, 'feed_quarantine');
}

it('loads every row of an Enghouse back office once and sets the malformed ones aside, although it is killed again and again', async () => {
  await emptyTables(pool);
  const folder = temporaryFolder();
  const random = randomFrom(1);
  const taps = Math.round(records / 13) * 8;
  const made = await generateFeed(folder, { taps, cards: 997, days: 5 });
  const poison = spoilRows(made.tapFile, spoiling, random) + spoilRows(made.tripFile, spoiling, random);

  const killed = await importWithKills(place, { format: 'enghouse', folder, tables });

  expect(killed).toBeGreaterThan(0);
  const faresMinor = Array.from({ length: made.trips }, (_, trip) => 200 + (trip % 300)).reduce((a, b) => a + b, 0);
  expect((await pool.query(sums)).rows).toEqual([{ fares: faresMinor, trips: made.trips }]);
  expect([await count(pool, 'taps'), await count(pool, 'tap_lookups')]).toEqual([taps, taps]);
  expect([await setAside(), await count(pool, 'feed_waiting')]).toEqual([poison, 0]);
});

/** Half of an export would make a fare unpaid that the other half shows as paid. */
async function seesNoHalves(): Promise<void> {
  const { rows } = await pool.query(`select (select count(*)::int from payments where status <> 'accepted') as unpaid,
    (select count(*)::int from debt_events) as debts, (select count(*)::int from back_office_messages) as messages`);
  expect(rows).toEqual([{ unpaid: 0, debts: 0, messages: 0 }]);
}

it('does so for a Littlepay back office, and never shows a part of its five files', async () => {
  await emptyTables(pool);
  const folder = temporaryFolder();
  const random = randomFrom(2);
  const made = generateLittlepay(folder, Math.round(records / 5.67));
  const poison = made.files.reduce((sum, file) => sum + spoilRows(file, spoiling, random), 0);

  const killed = await importWithKills(place, { format: 'littlepay', folder, tables, look: seesNoHalves });

  expect(killed).toBeGreaterThan(0);
  await seesNoHalves();
  const { faresMinor, trips, payments, taps } = made;
  expect((await pool.query(sums)).rows).toEqual([{ fares: faresMinor, trips }]);
  const once = { payments, due: faresMinor, paid: faresMinor, bank: faresMinor, references: payments };
  expect((await pool.query(money)).rows).toEqual([once]);
  expect([await count(pool, 'taps'), await setAside()]).toEqual([taps, poison]);
  expect((await pool.query('select from feed_pieces where is_open')).rowCount).toBe(0);
});

it('does so for the files of a bank', async () => {
  await emptyTables(pool);
  const folder = temporaryFolder();
  const random = randomFrom(3);
  const made = generateElavon(folder, Math.round(records / 3));
  const poison = made.files.reduce((sum, file) => sum + spoilRows(file, spoiling, random), 0);

  const killed = await importWithKills(place, {
    format: 'elavon',
    folder: path.join(folder, 'bank'),
    tables: ['feed_pieces'],
  });
  await importWithKills(place, { format: 'littlepay', folder: path.join(folder, 'back-office'), tables });

  expect(killed).toBeLessThanOrEqual(1);
  const { faresMinor, trips, payments } = made;
  expect((await pool.query(sums)).rows).toEqual([{ fares: faresMinor, trips }]);
  const once = { payments, due: faresMinor, paid: faresMinor, bank: faresMinor, references: payments };
  expect((await pool.query(money)).rows).toEqual([once]);
  expect(await setAside()).toBe(poison);
});
