import { renameSync } from 'node:fs';
import path from 'node:path';
import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { outcomesOfEveryOrder } from '../../test/every-order.ts';
import {
  copyOf,
  count,
  emptyTables,
  fileOf,
  importInto,
  london,
  mediumKey,
  rewrite,
  travelRows,
} from '../../test/feed-fixture.ts';
import { sharedData } from '../../test/shared-data.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { enghouse } from './enghouse/format.ts';
import { importFile } from './import-deliveries.ts';
import { Importer } from './importer.ts';

const sample = sharedData('tfl-contactless', 'enghouse');
const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

describe.skipIf(!sample)('the four files of a day', { timeout: 480_000 }, () => {
  it('give the same trips and payments in every order, and take their currency from the taps', async () => {
    const folder = copyOf(sample ?? '');
    const elsewhere = { ...london, currency: 'CAD' };
    const importer = await Importer.open({ databaseUrl: url, operators: [elsewhere], mediumKey });
    onTestFinished(() => importer.close());

    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: ['tap', 'tr', 'pw', 'tx'],
      importOne: async (entity) =>
        void (await importFile(importer, { formats: [enghouse], path: fileOf(folder, entity) })),
      outcome: async () => ({ waiting: await count(pool, 'feed_waiting'), rows: await travelRows(pool) }),
    });

    const [first, ...others] = outcomes;
    expect(first).toMatchObject({ waiting: 0 });
    for (const other of others) expect(other).toEqual(first);
    const { rows } = await pool.query('select distinct currency::text from service_references');
    expect(rows).toEqual([{ currency: 'GBP' }]);
  });

  it('report which fares wait for their taps', async () => {
    const folder = copyOf(sample ?? '');

    const [fares] = await importInto(url, fileOf(folder, 'tr'));
    const [taps] = await importInto(url, fileOf(folder, 'tap'));

    expect(fares?.counts.toJSON().trips).toMatchObject({ inserted: 0, waiting: 78 });
    expect(taps?.counts.toJSON().trips).toMatchObject({ inserted: 78, waiting: -78 });
  });

  it('put a trip on the same day as the domain package', async () => {
    await importInto(url, sample ?? '');

    const { rows } = await pool.query<{ started_at: string; service_day: string }>(
      'select started_at, service_day from trips',
    );

    const wrong = rows.filter((trip) => trip.service_day !== serviceDayOf(new Date(trip.started_at), london));
    expect(rows).toHaveLength(78);
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(!sample)('a corrected delivery', () => {
  const correct = (text: string) => text.replace(';360;', ';100;');

  it('wins when its export is newer', async () => {
    const folder = copyOf(sample ?? '');
    await importInto(url, folder);
    rewrite(fileOf(folder, 'tr'), correct);

    const [report] = await importInto(url, redate(fileOf(folder, 'tr'), '2025-11-02'));

    expect(report?.counts.toJSON().trips).toMatchObject({ inserted: 0, updated: 1, unchanged: 77 });
    expect(await fares()).toBe(20140 - 260);
  });

  it('wins also under the same name, because it came later', async () => {
    const folder = copyOf(sample ?? '');
    await importInto(url, folder);
    rewrite(fileOf(folder, 'tr'), correct);

    await importInto(url, folder);

    expect(await fares()).toBe(20140 - 260);
  });

  it('loses when its export is older, although it comes later', async () => {
    const folder = copyOf(sample ?? '');
    await importInto(url, folder);
    for (const entity of ['tr', 'tap', 'pw', 'tx']) {
      rewrite(fileOf(folder, entity), (text) =>
        correct(text).replaceAll(';720;720;', ';1;1;').replaceAll('Canons Park', 'Nowhere'),
      );
      redate(fileOf(folder, entity), '2025-10-31');
    }
    const before = await travelRows(pool);

    const reports = await importInto(url, folder);

    expect(reports.map(({ status }) => status)).toEqual(['imported', 'imported', 'imported', 'imported']);
    expect(await travelRows(pool)).toEqual(before);
  });

  it('wins over an older one that comes between two equal newer ones', async () => {
    const folder = copyOf(sample ?? '');
    const file = fileOf(folder, 'tr');
    await importInto(url, fileOf(folder, 'tap'));
    await importInto(url, file);
    rewrite(file, (text) => `${text}\n`);
    const third = redate(file, '2025-11-03');
    await importInto(url, third);
    rewrite(third, correct);

    await importInto(url, redate(third, '2025-11-02'));

    expect(await fares()).toBe(20140);
  });

  it('uses the last of two lines about one trip', async () => {
    const folder = copyOf(sample ?? '');
    rewrite(fileOf(folder, 'tr'), (text) => `${text.trimEnd()}\n${correct(text.split('\n')[1] ?? '')}\n`);

    const reports = await importInto(url, folder);

    expect(await fares()).toBe(20140 - 260);
    expect(reports.map((report) => report.counts.toJSON().trips).find(Boolean)).toMatchObject({
      inserted: 78,
      unchanged: 1,
    });
  });

  it('of a tap moves its trip to another payment', async () => {
    const folder = copyOf(sample ?? '');
    await importInto(url, folder);
    const tap = fileOf(folder, 'tap');
    rewrite(tap, (text) => text.replace(/MV02SXT972718E/g, 'F81AY3F0D616T0'));

    await importInto(url, redate(tap, '2025-11-02'));

    const { rows } = await pool.query("select count(*)::int from trips where srid = 'MV02SXT972718E'");
    expect(rows).toEqual([{ count: 0 }]);
    expect(await count(pool, 'taps')).toBe(125);
    expect(await count(pool, 'trips')).toBe(78);
  });
});

async function fares(): Promise<number> {
  const { rows } = await pool.query<{ sum: number }>('select sum(fare_minor)::int from trips');
  return Number(rows[0]?.sum);
}

/** Gives a file the name of another export. */
function redate(file: string, day: string): string {
  const renamed = path.join(path.dirname(file), path.basename(file).replace(/\d{4}-\d\d-\d\d/, day));
  renameSync(file, renamed);
  return renamed;
}
