import { beforeEach, describe, expect, it } from 'vitest';
import { exported, fare, other, tap } from '../../test/corrected-feed.ts';
import { count, emptyTables, importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();

/** A tap and its fare, delivered so long ago that their look-ups are forgotten. */
async function deliverLongAgo(folder: string): Promise<void> {
  await importInto(url, exported(folder, 'tap', 3, [tap]));
  await importInto(url, exported(folder, 'tr', 3, [fare]));
  await pool.query('delete from tap_lookups');
  await pool.query('delete from trip_lookups');
}

describe('a correction that comes after the look-ups are deleted', () => {
  beforeEach(() => emptyTables(pool));

  it('still changes a tap with the same time, and its trip', async () => {
    const folder = temporaryFolder();
    await deliverLongAgo(folder);

    const [report] = await importInto(url, exported(folder, 'tap', 9, [{ ...tap, stop_name: 'Second Street' }]));

    expect(report?.counts.toJSON().taps).toMatchObject({ inserted: 0, updated: 1 });
    const { rows } = await pool.query('select from_name from trips');
    expect(rows).toEqual([{ from_name: 'Second Street' }]);
  });

  it('counts a tap with another time as new, and the old tap keeps its trip', async () => {
    const folder = temporaryFolder();
    await deliverLongAgo(folder);

    const later = { ...tap, terminal_date: '2025-06-01T12:05:00Z' };
    const [report] = await importInto(url, exported(folder, 'tap', 9, [later]));

    expect(report?.counts.toJSON().taps).toMatchObject({ inserted: 1, updated: 0 });
    expect([await count(pool, 'taps'), await count(pool, 'trips')]).toEqual([2, 1]);
  });

  it('makes a fare wait for its tap; when the tap is delivered again, the fare corrects the trip', async () => {
    const folder = temporaryFolder();
    await deliverLongAgo(folder);

    const [waiting] = await importInto(url, exported(folder, 'tr', 9, [{ ...fare, amount: '300' }]));
    const [found] = await importInto(url, exported(folder, 'tap', 10, [tap]));

    expect(waiting?.counts.toJSON().trips).toMatchObject({ waiting: 1 });
    expect(found?.counts.toJSON().trips).toMatchObject({ waiting: -1, updated: 1 });
    const { rows } = await pool.query('select fare_minor from trips');
    expect(rows).toEqual([{ fare_minor: 300 }]);
  });
});

describe('a fare that waits for its tap', () => {
  beforeEach(() => emptyTables(pool));
  const deliverFare = async (day: number, row: Record<string, string>) =>
    await importInto(url, exported(temporaryFolder(), 'tr', day, [row]));
  const deliverTaps = async (day: number) =>
    await importInto(url, exported(temporaryFolder(), 'tap', day, [tap, other]));
  const corrected = { ...fare, amount: '300' };
  const trips = async () => (await pool.query('select fare_minor, started_at from trips')).rows;

  it.each([
    ['first', [5, 4]],
    ['last', [4, 5]],
  ])('costs what its newest export says, also if that comes %s', async (_, days) => {
    for (const day of days) await deliverFare(day, day === 5 ? corrected : fare);

    await deliverTaps(6);

    expect(await trips()).toEqual([{ fare_minor: 300, started_at: '2025-06-01 12:00:00+00' }]);
  });

  it.each([
    ['first', [5, 4]],
    ['last', [4, 5]],
  ])('is of the tap that its newest export names, also if that comes %s', async (_, days) => {
    for (const day of days) await deliverFare(day, day === 5 ? { ...corrected, tap_id: other.tap_id } : fare);

    await deliverTaps(6);

    expect(await trips()).toEqual([{ fare_minor: 300, started_at: '2025-06-01 15:00:00+00' }]);
    expect(await count(pool, 'feed_waiting')).toBe(0);
  });
});
