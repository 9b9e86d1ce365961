import { beforeEach, describe, expect, it } from 'vitest';
import { exit, exported, fare, other, tap, ticket, window } from '../../test/corrected-feed.ts';
import {
  count,
  emptyTables,
  importInto,
  london,
  mediumKey,
  temporaryFolder,
  travelRows,
} from '../../test/feed-fixture.ts';
import { withImporter } from '../../test/kept-importer.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { replayFiles } from './replay.ts';
import type { FileReport } from './report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('truncate operators cascade');
});

/** The operator as the configuration had it at first: with a code that no file contains. */
const misnamed = { ...london, code: 'LDN' };

async function replay(operators = [london], name?: string): Promise<FileReport[]> {
  const options = { databaseUrl: url, operators, mediumKey };
  return await withImporter(options, (importer) => replayFiles(importer, name, () => {}));
}

async function deliver(operators: (typeof london)[]): Promise<void> {
  const folder = temporaryFolder();
  exported(folder, 'tap', 3, [tap, exit, other]);
  exported(folder, 'tr', 3, [ticket, { ...fare, id: '10', tap_id: 'T-2' }]);
  exported(folder, 'pw', 3, [window]);
  await importInto(url, folder, operators);
}

describe('a replay', () => {
  it('repairs what a wrong configuration did', async () => {
    await deliver([london]);
    const right = await travelRows(pool);
    await emptyTables(pool);
    await deliver([misnamed]);
    expect(await travelRows(pool)).not.toEqual(right);

    const reports = await replay();

    expect(reports.map(({ status }) => status)).toEqual(['imported', 'imported', 'imported']);
    expect(await travelRows(pool)).toEqual(right);
    expect(await count(pool, 'feed_rows')).toBe(6);
    expect((await pool.query('select operator_code from operators where is_home')).rows).toEqual([
      { operator_code: '77' },
    ]);
  });

  it('corrects day and currency of a payment without taps', async () => {
    const late = { ...window, open_date: '2025-06-01T23:30:00Z' };
    await importInto(url, exported(temporaryFolder(), 'pw', 3, [late]), [
      { ...london, timeZone: 'Asia/Tokyo', currency: 'JPY' },
    ]);

    await replay();

    const payments = await pool.query('select service_day, currency, srid from payments');
    expect(payments.rows).toEqual([{ service_day: '2025-06-01', currency: 'GBP', srid: window.payment_reference }]);
    const references = await pool.query('select srid, currency from service_references');
    expect(references.rows).toEqual([{ srid: window.payment_reference, currency: 'GBP' }]);
  });

  it('changes nothing when nothing was corrected, although it runs twice', async () => {
    await deliver([london]);
    const before = await travelRows(pool);

    await replay();
    const [report] = await replay();

    expect(report?.counts.toJSON()).toMatchObject({ payments: { inserted: 0, updated: 0, unchanged: 1 } });
    expect(await travelRows(pool)).toEqual(before);
  });

  it('does not undo a newer export', async () => {
    const folder = temporaryFolder();
    await deliver([london]);
    await importInto(url, exported(folder, 'tr', 9, [{ ...fare, id: '10', tap_id: 'T-2', amount: '300' }]));

    await replay([london], 'tr-2025-07-03.csv');

    const { rows } = await pool.query('select fare_minor from trips order by 1');
    expect(rows).toEqual([{ fare_minor: 250 }, { fare_minor: 300 }]);
  });

  it('imports rows that a rule had set aside, and a file that was refused because of them', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'tap', 3, [tap]));
    await importInto(url, exported(folder, 'tr', 3, [{ ...fare, amount: '2.50' }]));
    // As an older version would have left the row, because it did not understand the amount.
    await pool.query(`update feed_rows set content = replace(content, '2.50', '250')`);

    const reports = await replay();

    expect(reports.map(({ status }) => status)).toEqual(['imported', 'imported']);
    expect([await count(pool, 'trips'), await count(pool, 'feed_quarantine')]).toEqual([1, 0]);
    expect((await pool.query('select refusal from feed_files')).rows).toEqual([{ refusal: null }, { refusal: null }]);
  });

  it('makes a fare that waited under an alias find its tap', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'tap', 3, [tap]));
    await importInto(url, exported(folder, 'tr', 3, [{ ...fare, operator_id: 'LON' }]));
    expect([await count(pool, 'trips'), await count(pool, 'feed_waiting')]).toEqual([0, 1]);

    await replay([{ ...london, aliases: ['LON'] }]);

    expect([await count(pool, 'trips'), await count(pool, 'feed_waiting')]).toEqual([1, 0]);
  });

  it('is not needed when an operator delivers under another code that is an alias: its travel is recognised', async () => {
    await deliver([london]);
    const corrected = { ...fare, id: '10', tap_id: 'T-2', amount: '300', operator_id: 'LDN' };
    const file = exported(temporaryFolder(), 'tr', 9, [corrected]);

    await expect(importInto(url, file, [{ ...london, code: 'LDN', aliases: ['77'] }])).rejects.toThrow(
      'keep "code": "77"',
    );
    await importInto(url, file, [{ ...london, aliases: ['LDN'] }]);

    const { rows } = await pool.query('select operator_code, fare_minor from trips order by 2');
    expect(rows).toEqual([
      { operator_code: '77', fare_minor: 250 },
      { operator_code: '77', fare_minor: 300 },
    ]);
  });

  it('says what to do about a file whose header was not kept, and skips files whose rows were deleted', async () => {
    await deliver([london]);
    await pool.query(`update feed_files set header = null where name like 'pw%'`);
    await pool.query(`delete from feed_rows where file_id in (select file_id from feed_files where name like 'tr%')`);

    const reports = await replay();

    expect(reports.map(({ name, status }) => [name.slice(0, 3), status])).toEqual([
      ['pw-', 'refused'],
      ['tap', 'imported'],
    ]);
    expect(reports[0]?.reason).toContain('deliver it again');
  });
});
