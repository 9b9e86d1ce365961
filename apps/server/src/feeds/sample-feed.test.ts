import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, fileOf, importInto, temporaryFolder, travelRows } from '../../test/feed-fixture.ts';
import { writeSampleFeed } from '../../test/sample-feed.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { summarise } from './report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

describe("an invented card's month", () => {
  it('loads completely and adds up: by trips, by payments and by the bank, and each payment is the sum of its trips', async () => {
    const reports = await importInto(url, writeSampleFeed(temporaryFolder()));

    expect(JSON.parse(JSON.stringify(summarise(reports)))).toMatchObject({
      files: 4,
      rows: 255,
      imported: 4,
      notes: {},
      kinds: { taps: { inserted: 125 }, trips: { inserted: 78, waiting: 0 }, payments: { inserted: 26 } },
    });
    const { rows } = await pool.query(`
      select (select sum(fare_minor)::int from trips) as trips,
        (select sum(paid_minor)::int from payments) as payments,
        (select sum(amount_minor)::int from settlements where approved) as bank,
        (select count(*)::int from trips where to_name is not null) as exits`);
    expect(rows).toEqual([{ trips: 19_500, payments: 19_500, bank: 19_500, exits: 47 }]);
    const { rows: odd } = await pool.query(`
      select p.srid
      from payments p
      left join (select srid, sum(fare_minor) as fares, min(service_day) as day from trips group by srid) t using (srid)
      where (p.paid_minor, p.service_day) is distinct from (t.fares, t.day)`);
    expect(odd).toEqual([]);
  });

  it('gives the same rows in four orders of its files and has no effect when it is delivered again', {
    timeout: 60_000,
  }, async () => {
    const folder = writeSampleFeed(temporaryFolder());
    const results: unknown[] = [];

    for (const order of ['tap tr pw tx', 'tr tap tx pw', 'pw tx tr tap', 'tx pw tap tr']) {
      await emptyTables(pool);
      for (const entity of order.split(' ')) await importInto(url, fileOf(folder, entity));
      results.push(await travelRows(pool));
    }
    const again = summarise(await importInto(url, folder));

    for (const result of results) expect(result).toEqual(results[0]);
    expect(again).toMatchObject({ files: 4, rows: 0, unchanged: 4 });
    expect(await travelRows(pool)).toEqual(results[0]);
  });
});
