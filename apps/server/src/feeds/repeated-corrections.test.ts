import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { exported, fare, other, tap, ticket } from '../../test/corrected-feed.ts';
import { outcomesOfEveryOrder } from '../../test/every-order.ts';
import {
  count,
  emptyTables,
  importInto,
  london,
  mediumKey,
  temporaryFolder,
  travelRows,
} from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { enghouse } from './enghouse/format.ts';
import { importFile } from './import-deliveries.ts';
import { Importer } from './importer.ts';
import { describeReport } from './report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

describe('corrections that are repeated or parallel', { timeout: 120_000 }, () => {
  it('counts a moved row as updated, and changes nothing when it is repeated', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'tap', 3, [tap, other]));
    await importInto(url, exported(folder, 'tr', 3, [fare]));
    const moved = { ...tap, terminal_date: '2025-06-01T12:01:00Z' };

    const [taps] = await importInto(url, exported(folder, 'tap', 4, [moved, other]));
    const [trips] = await importInto(url, exported(folder, 'tr', 4, [{ ...fare, tap_id: 'T-2' }]));
    const [tapsAgain] = await importInto(url, exported(folder, 'tap', 5, [moved, other]));
    const [older] = await importInto(url, exported(folder, 'tap', 2, [tap, other]));

    const none = { inserted: 0, updated: 0, quarantined: 0 };
    expect(taps?.counts.toJSON().taps).toMatchObject({ inserted: 0, updated: 1, unchanged: 1 });
    expect(trips?.counts.toJSON().trips).toMatchObject({ inserted: 0, updated: 1, unchanged: 0 });
    expect(tapsAgain?.counts.toJSON().taps).toMatchObject({ ...none, unchanged: 2 });
    expect(older?.counts.toJSON().taps).toMatchObject({ ...none, unchanged: 2 });
  });

  it('refuses the id of a tap for another card on another day', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'tap', 3, [tap]));
    await importInto(url, exported(folder, 'tr', 3, [fare]));
    const before = await travelRows(pool);

    const [report] = await importInto(
      url,
      exported(folder, 'tap', 9, [{ ...tap, token: other.token, terminal_date: '2025-07-08T12:00:00Z' }]),
    );

    expect(report?.quarantined).toEqual([{ line: 2, reason: 'tap id belongs to another card and day', detail: null }]);
    expect(report && describeReport(report).join('\n')).toContain('[NWA0020]');
    const { media, tap_lookups } = before;
    expect({ ...(await travelRows(pool)), media, tap_lookups }).toEqual(before);
  });

  it('never gives the fare and the ticket of a tap to another tap with the same id, in any order', async () => {
    const folder = temporaryFolder();
    const again = { ...other, tap_id: tap.tap_id, terminal_date: '2025-07-05T15:00:00Z', payment_reference: '' };
    const day = { start_dttm: again.terminal_date, end_dttm: '2025-07-06T15:00:00Z' };
    const files = [
      exported(folder, 'tap', 3, [tap]),
      exported(folder, 'tr', 3, [fare]),
      exported(folder, 'tap', 7, [again]),
      exported(folder, 'tr', 6, [{ ...ticket, ...day, id: '10', amount: '990' }]),
    ];
    const outcome = async () => ({
      trips: (await pool.query('select started_at::date::text as day, fare_minor::int as fare from trips')).rows,
      products: await count(pool, 'products'),
      waiting: await count(pool, 'feed_waiting'),
      lookups: await count(pool, 'trip_lookups'),
    });
    const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
    onTestFinished(() => importer.close());
    const importOne = async (path: string) => void (await importFile(importer, { formats: [enghouse], path }));

    const outcomes = await outcomesOfEveryOrder({ pool, files, importOne, outcome });

    // The id belongs to the tap that comes first.
    expect(outcomes).toHaveLength(2);
    const rest = { waiting: 0, lookups: 1 };
    expect(outcomes).toContainEqual({ trips: [{ day: '2025-06-01', fare: 250 }], products: 0, ...rest });
    expect(outcomes).toContainEqual({ trips: [{ day: '2025-07-05', fare: 990 }], products: 1, ...rest });
  });

  it('reports fares that it sets aside together with their tap', async () => {
    const folder = temporaryFolder();
    const again = { ...tap, token: other.token, terminal_date: '2025-07-03T12:00:00Z' };
    await importInto(url, exported(folder, 'tap', 3, [tap]));
    await importInto(url, exported(folder, 'tap', 4, [again]));

    const [report] = await importInto(url, exported(folder, 'tr', 5, [fare]));

    const reason = 'fare names a tap of another card and day';
    expect(report?.quarantined).toEqual([{ line: 2, reason, detail: null }]);
    expect(report?.counts.toJSON().trips).toMatchObject({ inserted: 0, quarantined: 1, waiting: 0 });
  });

  it('imports the other taps of a file when one tap and an earlier fare are set aside', async () => {
    const folder = temporaryFolder();
    const again = { ...tap, token: 'a third card', terminal_date: '2025-07-08T12:00:00Z' };
    await importInto(url, exported(folder, 'tap', 3, [tap]));
    await importInto(url, exported(folder, 'tr', 9, [fare]));

    const [report] = await importInto(url, exported(folder, 'tap', 10, [again, other]));

    expect(report).toMatchObject({ status: 'imported', setAside: 1 });
    expect(report?.quarantined).toEqual([
      { line: 2, reason: 'fare names a tap of another card and day', detail: 'a line of another file' },
      { line: 2, reason: 'tap id belongs to another card and day', detail: null },
    ]);
  });

  it('gives the same result when many importers import the exports at the same time', async () => {
    const folder = temporaryFolder();
    const many = Array.from({ length: 40 }, (_, index) => ({
      first: { ...tap, tap_id: `T-${index}`, token: `card ${index % 5}` },
      moved: { ...tap, tap_id: `T-${index}`, token: `card ${(index + 1) % 5}`, terminal_date: '2025-06-01T13:00:00Z' },
      fare: { ...fare, id: String(index), tap_id: `T-${index}` },
      movedFare: { ...fare, id: String(index), tap_id: `T-${(index + 7) % 40}` },
    }));
    const files = [
      exported(
        folder,
        'tap',
        3,
        many.map((each) => each.first),
      ),
      exported(
        folder,
        'tap',
        4,
        many.map((each) => each.moved),
      ),
      exported(
        folder,
        'tr',
        3,
        many.map((each) => each.fare),
      ),
      exported(
        folder,
        'tr',
        4,
        many.map((each) => each.movedFare),
      ),
    ];
    for (const file of files) await importInto(url, file);
    const expected = await travelRows(pool);
    await emptyTables(pool);

    await Promise.all([...files, ...files.toReversed()].map((file) => importInto(url, file)));

    expect(await travelRows(pool)).toEqual(expected);
    expect([await count(pool, 'taps'), await count(pool, 'trips'), await count(pool, 'trip_lookups')]).toEqual([
      40, 40, 40,
    ]);
  });
});
