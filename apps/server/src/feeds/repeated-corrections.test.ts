import { beforeEach, describe, expect, it } from 'vitest';
import { exported, fare, other, tap } from '../../test/corrected-feed.ts';
import { count, emptyTables, importInto, temporaryFolder, travelRows } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { describeReport } from './report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

describe('corrections that come again or at once', { timeout: 120_000 }, () => {
  it('says what it moved as updated, and moves nothing when it is repeated', async () => {
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

  it('cannot use the id of a tap again for another card on another day', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'tap', 3, [tap]));
    await importInto(url, exported(folder, 'tr', 3, [fare]));
    const before = await travelRows(pool);

    const [report] = await importInto(
      url,
      exported(folder, 'tap', 9, [{ ...tap, token: other.token, terminal_date: '2025-06-03T12:00:00Z' }]),
    );

    expect(report?.quarantined).toEqual([{ line: 2, reason: 'tap id belongs to another card and day', detail: null }]);
    expect(report && describeReport(report)).toContain('[NWA0020]');
    expect({ ...(await travelRows(pool)), media: before.media }).toEqual(before);
  });

  it('gives the same result when many importers bring the exports at the same time', async () => {
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
