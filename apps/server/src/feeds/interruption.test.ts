import { describe, expect, it } from 'vitest';
import { count, emptyTables, importInto, temporaryFolder, travelRows } from '../../test/feed-fixture.ts';
import { generateFeed } from '../../test/generated-feed.ts';
import { connectionsGone, isWriting, startImport } from '../../test/interrupted-import.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
/** Two batches of each file, so that the import can be killed in the middle. */
const feed = { taps: 12_000, cards: 1200, days: 3 };

describe('an import that is interrupted', { timeout: 300_000 }, () => {
  it('by kill -9, again and again, loses and doubles no row when it ends', async () => {
    const folder = temporaryFolder();
    const { trips } = await generateFeed(folder, feed);
    const place = { pool, url, data: temporaryFolder() };
    let killedInside = 0;

    for (const progress of ['feed_rows', 'taps', 'tap_lookups', 'trips', 'feed_rows']) {
      const { child, exited } = startImport(place, 'enghouse', folder);
      await isWriting(place, child, progress);
      child.kill('SIGKILL');
      if (child.exitCode === null) killedInside += 1;
      await exited;
      await connectionsGone(place);
      const { rows } = await pool.query<{ whole: boolean }>(
        `
        select (select count(*) from taps) = coalesce((select sum((counts->'taps'->>'inserted')::int) from feed_files), 0)
          and (select count(*) from feed_rows) in (0, $1::int, $1::int + $2::int) as whole`,
        [feed.taps, trips],
      );
      expect(rows).toEqual([{ whole: true }]);
    }
    const { child: last, exited } = startImport(place, 'enghouse', folder);
    await exited;

    expect(killedInside).toBeGreaterThan(2);
    expect(last.exitCode).toBe(0);
    expect(await count(pool, 'taps')).toBe(feed.taps);
    expect(await count(pool, 'trips')).toBe(trips);
    expect(await count(pool, 'feed_rows')).toBe(feed.taps + trips);
    expect(await count(pool, 'feed_files')).toBe(2);
    expect(await count(pool, 'feed_waiting')).toBe(0);
  });
});

describe('an import that is asked to stop', { timeout: 120_000 }, () => {
  it('leaves no row of the file, says so, and ends with 1', async () => {
    await emptyTables(pool);
    // The import of the test before had other keys.
    await pool.query('delete from key_checks');
    const folder = temporaryFolder();
    const { trips } = await generateFeed(folder, feed);
    const place = { pool, url, data: temporaryFolder() };
    const { child, exited, said } = startImport(place, 'enghouse', folder);

    await isWriting(place, child, 'feed_rows');
    child.kill('SIGTERM');
    await exited;

    expect(child.exitCode).toBe(1);
    expect(said()).toContain('Stopped by SIGTERM. Nothing of an unfinished file was kept');
    expect(said()).toMatch(/: failed; it was stopped$/m);
    await connectionsGone(place);
    expect([await count(pool, 'feed_rows'), await count(pool, 'taps')]).toEqual([0, 0]);
    await importInto(url, folder);
    expect([await count(pool, 'taps'), await count(pool, 'trips')]).toEqual([feed.taps, trips]);
  });
});

describe('two imports of one delivery at the same time', { timeout: 120_000 }, () => {
  it('write it once: one import does the work, the others find it done', async () => {
    await emptyTables(pool);
    const folder = temporaryFolder();
    const { trips } = await generateFeed(folder, { taps: 3000, cards: 300, days: 2 });

    const reports = (
      await Promise.all([importInto(url, folder), importInto(url, folder), importInto(url, folder)])
    ).flat();

    expect(reports.filter(({ status }) => status === 'imported')).toHaveLength(2);
    expect(reports.filter(({ status }) => status === 'unchanged')).toHaveLength(4);
    expect(await count(pool, 'taps')).toBe(3000);
    expect(await count(pool, 'trips')).toBe(trips);
    const before = await travelRows(pool);
    await importInto(url, folder);
    expect(await travelRows(pool)).toEqual(before);
  });
});
