import { beforeAll, describe, expect, it } from 'vitest';
import { importInto, london, mediumKey, travelRows } from '../../test/feed-fixture.ts';
import { sharedData } from '../../test/shared-data.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { gtfs } from './gtfs/format.ts';
import { importFile } from './import-deliveries.ts';
import { Importer } from './importer.ts';
import { summarise } from './report.ts';

const card = sharedData('tfl-contactless', 'enghouse');
const { pool, url } = await createTestDatabase();

describe.skipIf(!card)("a real card's October", () => {
  let summary: object;

  beforeAll(async () => {
    summary = summarise(await importInto(url, card ?? ''));
  });

  it('loads completely, without quarantine', async () => {
    expect(JSON.parse(JSON.stringify(summary))).toMatchObject({
      files: 4,
      rows: 255,
      imported: 4,
      notes: {},
      kinds: {
        taps: { inserted: 125, quarantined: 0 },
        trips: { inserted: 78, quarantined: 0, waiting: 0 },
        payments: { inserted: 26, quarantined: 0 },
        settlements: { inserted: 26, quarantined: 0 },
      },
    });
  });

  it('is 201.40 pounds, by trips, by payments and by the bank', async () => {
    const { rows } = await pool.query(`
      select (select sum(fare_minor)::int from trips) as trips,
        (select sum(paid_minor)::int from payments) as payments,
        (select sum(amount_minor)::int from settlements where approved) as bank,
        (select array_agg(distinct currency::text) from (
          select currency from trips union all select currency from payments union all
          select currency from service_references) as all_money) as currencies`);

    expect(rows).toEqual([{ trips: 20140, payments: 20140, bank: 20140, currencies: ['GBP'] }]);
  });

  it("adds up: each payment is the sum of its reference's trips, on one service day", async () => {
    const { rows } = await pool.query(`
      select p.srid
      from payments p
      left join (
        select srid, sum(fare_minor) as fares, min(service_day) as first_day, max(service_day) as last_day
        from trips group by srid
      ) t on t.srid = p.srid
      where (p.paid_minor, p.service_day, p.service_day) is distinct from (t.fares, t.first_day, t.last_day)`);

    expect(rows).toEqual([]);
  });

  it('stores only scheme and last digits of the card', async () => {
    const { rows } = await pool.query('select scheme, last_four from media');

    expect(rows).toEqual([{ scheme: 'AMEX', last_four: '2003' }]);
  });

  it('stores where each journey began and ended', async () => {
    const { rows } = await pool.query(`
      select count(*) filter (where from_stop_id is not null)::int as entries,
        count(*) filter (where to_stop_id is not null and to_name is not null)::int as exits
      from trips where checked_out_at is not null`);

    expect(rows).toEqual([{ entries: 47, exits: 47 }]);
  });

  it('keeps every row as delivered', async () => {
    const { rows } = await pool.query(`
      select name, count(*)::int as rows from feed_rows join feed_files using (file_id) group by name order by name`);

    expect(rows.map((row) => row.rows)).toEqual([26, 125, 78, 26]);
  });

  it('has no effect when it is delivered again', async () => {
    const before = await travelRows(pool);

    const again = summarise(await importInto(url, card ?? ''));

    expect(again).toMatchObject({ files: 4, rows: 0, imported: 0, unchanged: 4 });
    expect(await travelRows(pool)).toEqual(before);
  });
});

const timetables = [
  { folder: 'gtfs-transcollines', stops: 424, lines: 8 },
  { folder: 'gtfs-stm-2025', stops: 8994, lines: 216 },
  { folder: 'gtfs-octranspo-2026', stops: 5896, lines: 0 },
];

describe.each(timetables)('the timetable in $folder', ({ folder, stops, lines }) => {
  const place = sharedData(folder);

  it.skipIf(!place)('loads all stops and lines', async () => {
    const operator = { ...london, code: folder };
    const importer = await Importer.open({ databaseUrl: url, operators: [operator], mediumKey });

    const report = await importFile(importer, { formats: [gtfs], path: place ?? '' });
    const again = await importFile(importer, { formats: [gtfs], path: place ?? '' });
    await importer.close();

    expect(report.status).toBe('imported');
    expect(report.quarantined).toEqual([]);
    expect(again.status).toBe('unchanged');
    const { rows } = await pool.query(
      `select (select count(*)::int from stops where operator_code = $1) as stops,
        (select count(*)::int from lines where operator_code = $1) as lines`,
      [folder],
    );
    expect(rows).toEqual([{ stops, lines }]);
  });
});

describe.skipIf(!sharedData('gtfs-transcollines'))('Transcollines', () => {
  it('has French and English names', async () => {
    const { rows } = await pool.query(`
      select name, names from stops
      where operator_code = 'gtfs-transcollines' and name like 'Accueil CCN%'`);

    const french = 'Accueil CCN (Centre des visiteurs)';
    expect(rows).toEqual([{ name: french, names: { fr: french, en: 'NCC Visitor Centre' } }]);
  });
});
