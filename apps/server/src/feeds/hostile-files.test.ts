import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { exported, fare, manyTaps, tap, window } from '../../test/corrected-feed.ts';
import {
  count,
  emptyTables,
  importInto,
  london,
  mediumKey,
  rewrite,
  temporaryFolder,
  writeRows,
} from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { enghouse } from './enghouse/format.ts';
import { importFile } from './import-deliveries.ts';
import { Importer } from './importer.ts';
import { describeReport, type FileReport } from './report.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

async function months(): Promise<number> {
  const { rows } = await pool.query("select from pg_inherits where inhparent = 'taps'::regclass");
  return rows.length;
}

describe('two stray quotes in one file', () => {
  it('hide no row between them: all 60 taps are loaded, and the names are as delivered', async () => {
    const rows = manyTaps.map((row, index) => {
      const named = index === 5 || index === 17 ? `"Stop ${index}` : `Stop ${index}`;
      return { ...row, stop_name: named };
    });

    const [report] = await importInto(url, exported(temporaryFolder(), 'tap', 3, rows));

    expect(report).toMatchObject({ status: 'imported', rows: 60, quarantined: [] });
    expect(await count(pool, 'taps')).toBe(60);
    const { rows: odd } = await pool.query(`select stop_name from taps where stop_name like '"%' order by 1`);
    expect(odd).toEqual([{ stop_name: '"Stop 17' }, { stop_name: '"Stop 5' }]);
  });
});

it('refuses a file in which a required column appears twice, because the right one is not known', async () => {
  const file = exported(temporaryFolder(), 'tr', 3, [fare]);
  rewrite(file, (text) =>
    text.replace('amount', 'Amount').replace('end_dttm', 'end_dttm;AMOUNT').replace(/\n$/, ';999\n'),
  );

  const [report] = await importInto(url, file);

  expect(report).toMatchObject({ status: 'refused', reason: 'the column amount stands twice in the first row' });
  expect(await count(pool, 'feed_rows')).toBe(0);
});

it('reads a file whose lines end with CR only', async () => {
  const file = exported(temporaryFolder(), 'tap', 3, manyTaps);
  rewrite(file, (text) => text.replaceAll('\n', '\r'));

  const [report] = await importInto(url, file);

  expect(report).toMatchObject({ status: 'imported', rows: 60 });
  expect(await count(pool, 'taps')).toBe(60);
});

describe('a file with a date in the future', () => {
  it('is refused, and the correct file is imported when it comes', async () => {
    const folder = temporaryFolder();
    await importInto(url, exported(folder, 'tap', 3, [tap]));
    const wrong = path.join(folder, 'tr-2096-11-06.csv');
    writeFileSync(wrong, 'id;tap_id;amount;operator_id;start_dttm;end_dttm\n9;T-1;999;77;2025-06-01T12:00:00Z;\n');

    const [report] = await importInto(url, wrong);
    const [right] = await importInto(url, exported(folder, 'tr', 4, [fare]));

    expect(report).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('2096-11-06, which lies ahead'),
    });
    expect(right?.counts.toJSON().trips).toMatchObject({ inserted: 1 });
    expect((await pool.query('select fare_minor from trips')).rows).toEqual([{ fare_minor: 250 }]);
  });

  it('says which date is meant: that of its name, or that of the file itself', async () => {
    const named = writeRows(temporaryFolder(), 'tap-2096-11-06.csv', [tap]);
    const unnamed = writeRows(temporaryFolder(), 'tap.csv', [tap]);
    utimesSync(unnamed, 4_003_000_000, 4_003_000_000);

    const reports = [...(await importInto(url, named)), ...(await importInto(url, unnamed))];

    expect(reports.map(({ reason }) => reason)).toEqual([
      'the file says it was exported on 2096-11-06, which lies ahead: correct the date in its name',
      'the file was written on 2096-11-06, as its system says, which lies ahead: correct the date of the file, or put the day of its export into its name',
    ]);
  });

  it('is imported when its day has come, and a day earlier because clocks differ', async () => {
    const file = exported(temporaryFolder(), 'tap', 3, [tap]);
    const at = async (now: string): Promise<FileReport> => {
      const clock = { now: () => new Date(now) };
      const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey, clock });
      const report = await importFile(importer, { formats: [enghouse], path: file });
      await importer.close();
      return report;
    };

    expect((await at('2025-07-01T23:00:00Z')).status).toBe('refused');
    expect((await at('2025-07-02T01:00:00Z')).status).toBe('imported');
  });
});

it('refuses a file whose only date is older than all rows may be, says what to do, and imports it with a better date', async () => {
  const file = writeRows(temporaryFolder(), 'tap.csv', manyTaps);
  utimesSync(file, 0, 0);

  const refused = await importInto(url, file);
  utimesSync(file, 1_751_500_800, 1_751_500_800);
  const imported = await importInto(url, file);

  const reason = 'the file was written on 1970-01-01, as its system says: put the day of its export into its name';
  expect(refused).toMatchObject([{ status: 'refused', reason }]);
  expect(imported).toMatchObject([{ status: 'imported', quarantined: [] }]);
});

describe('a file of which no row can be used', () => {
  it('is refused with each reason once, and its rows are kept', async () => {
    const rows = manyTaps.map((row, index) => ({ ...fare, id: `${index}`, tap_id: row.tap_id, amount: '2.50' }));
    const file = exported(temporaryFolder(), 'tr', 3, rows);

    const [report] = await importInto(url, file);
    const [again] = await importInto(url, file);

    const reason = 'no row could be used: 60 × amount is not a whole number';
    expect(report).toMatchObject({ status: 'refused', reason, rows: 60 });
    expect(again).toMatchObject({ status: 'refused', reason, rows: 0 });
    expect(report && describeReport(report)).toEqual([
      `tr-2025-07-03.csv: refused; ${reason}; trips 60 quarantined`,
      '  quarantined: 60 × amount is not a whole number [NWA0027], tr-2025-07-03.csv:2 (amount: 2.50)',
    ]);
    expect([await count(pool, 'feed_rows'), await count(pool, 'feed_quarantine')]).toEqual([60, 60]);
  });

  it('is not a file without rows', async () => {
    const file = exported(temporaryFolder(), 'tr', 3, [fare]);
    rewrite(file, (text) => text.slice(0, text.indexOf('\n')));

    const [report] = await importInto(url, file);

    expect(report?.status).toBe('imported');
    expect(report && describeReport(report)).toEqual(['tr-2025-07-03.csv: imported']);
  });
});

describe('dates of rows', () => {
  it('create no partitions when they are in a text, or in a row that cannot be used', async () => {
    await importInto(url, exported(temporaryFolder(), 'tap', 2, [tap]));
    const before = await months();
    const years = Array.from({ length: 90 }, (_, index) => `${2010 + index}-01-01T `).join('');
    const rows = [
      { ...tap, terminal_id: years },
      { ...tap, tap_id: 'T-2', terminal_date: '2025-01-01T12:00:00Z', currency: '?' },
    ];

    const [report] = await importInto(url, exported(temporaryFolder(), 'tap', 3, rows));

    expect(report).toMatchObject({ status: 'imported', reasons: new Map([['unknown currency', 1]]) });
    expect(await months()).toBe(before);
  });

  it('refuse the file when they span more months than any delivery, and no row of it is kept', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => {
      const at = new Date(Date.UTC(2011, index, 1, 12)).toISOString();
      return { ...tap, tap_id: `T-${index}`, terminal_date: at };
    });
    const before = await months();

    const [report] = await importInto(url, exported(temporaryFolder(), 'tap', 3, rows));

    expect(report).toMatchObject({ status: 'refused', reason: expect.stringContaining('more than 36 months') });
    expect([await months(), await count(pool, 'taps'), await count(pool, 'feed_rows')]).toEqual([before, 0, 0]);
  });
});

describe('texts that are too long', () => {
  it.each([
    ['payment_reference', 65],
    ['token', 201],
    ['tap_id', 201],
    ['stop_id', 201],
    ['stop_name', 501],
    ['line_name', 501],
  ])('in %s set one row aside, and the others load', async (column, length) => {
    const poison = { ...tap, tap_id: 'T-2', [column]: 'A'.repeat(length) };

    const [report] = await importInto(url, exported(temporaryFolder(), 'tap', 3, [tap, poison]));

    expect(report).toMatchObject({ status: 'imported', quarantined: [{ line: 3, reason: 'text is too long' }] });
    expect(report && describeReport(report).join('\n')).toContain('[NWA0039]');
    expect(await count(pool, 'taps')).toBe(1);
  });

  it('set a payment and a transaction aside as well', async () => {
    const srid = 'A'.repeat(12_000);
    const good = { ...window, id: 'W-2', payment_reference: 'ABCDEFGHJKLMN2' };
    const asked = { id: '1', operation: 'CARD_VERIFY', timestamp: '2025-06-02T03:00:00Z', amount: '0' };
    const question = { ...asked, spdh_response: '000' };
    const transaction = { ...question, payment_reference: srid, token: 'a card', operatorid: '77' };
    const folder = temporaryFolder();

    const [windows] = await importInto(url, exported(folder, 'pw', 3, [{ ...window, payment_reference: srid }, good]));
    const [acquirer] = await importInto(
      url,
      exported(folder, 'tx', 3, [transaction, { ...transaction, id: '2', payment_reference: '' }]),
    );

    expect(windows?.reasons).toEqual(new Map([['text is too long', 1]]));
    expect(acquirer?.reasons).toEqual(new Map([['text is too long', 1]]));
    expect([await count(pool, 'payments'), await count(pool, 'authorisations')]).toEqual([1, 1]);
  });
});

describe('an operator code', () => {
  it.each(['', '077', '0077'])(
    'written %j in one file and 77 in another is one operator, and the fare finds its tap',
    async (code) => {
      const folder = temporaryFolder();
      await importInto(url, exported(folder, 'tap', 3, [tap]));

      const [report] = await importInto(url, exported(folder, 'tr', 3, [{ ...fare, operator_id: code }]));

      expect(report?.counts.toJSON().trips).toMatchObject({ inserted: 1, waiting: 0 });
    },
  );

  it('may have an alias; ids of an operator that is not configured stay separate', async () => {
    const folder = temporaryFolder();
    const fares = exported(folder, 'tr', 3, [
      { ...fare, operator_id: 'LON' },
      { ...fare, id: '10', operator_id: '99' },
    ]);
    await importInto(url, exported(folder, 'tap', 3, [tap]));

    const [report] = await importInto(url, fares, [{ ...london, aliases: ['LON'] }]);

    expect(report?.counts.toJSON().trips).toMatchObject({ inserted: 1, waiting: 1 });
    expect([...(report?.notes ?? [])]).toEqual([['operator 99 is not configured; counted as 77', 1]]);
  });

  it('that replaces the home operator leaves one home operator', async () => {
    await importInto(url, exported(temporaryFolder(), 'tap', 3, [tap]), [{ ...london, code: 'LDN' }]);
    await importInto(url, exported(temporaryFolder(), 'tap', 4, [tap]));

    const { rows } = await pool.query('select operator_code from operators where is_home');
    expect(rows).toEqual([{ operator_code: '77' }]);
  });
});

it('reports payment references that passengers cannot type', async () => {
  const file = exported(temporaryFolder(), 'tap', 3, [tap, { ...tap, tap_id: 'T-2', payment_reference: '1234567890' }]);
  const options = { databaseUrl: url, operators: [london], mediumKey, referenceLengths: [13, 14] };
  const importer = await Importer.open(options);

  const report = await importFile(importer, { formats: [enghouse], path: file });
  await importer.close();

  const note =
    'payment references of 10 characters, which passengers cannot type: statementReference.lengths has 13, 14';
  expect([...report.notes]).toEqual([[note, 1]]);
});

it.each(['gbp', '0826', '826', 'GBP', 'EUR'])('takes the currency %s', async (currency) => {
  const [report] = await importInto(url, exported(temporaryFolder(), 'tap', 3, [{ ...tap, currency }]));

  expect(report).toMatchObject({ status: 'imported', quarantined: [] });
});

it.each(['XXX', 'XTS', 'ABC'])('refuses the currency %s', async (currency) => {
  const [report] = await importInto(
    url,
    exported(temporaryFolder(), 'tap', 3, [tap, { ...tap, tap_id: 'T-2', currency }]),
  );

  expect(report?.quarantined).toMatchObject([{ line: 3, reason: 'unknown currency' }]);
});
