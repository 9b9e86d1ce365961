import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyOf, count, emptyTables, fileOf, importInto, rewrite, travelRows } from '../../test/feed-fixture.ts';
import { sharedData } from '../../test/shared-data.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { describeReport, type FileReport } from './report.ts';

const sample = sharedData('tfl-contactless', 'enghouse');
const { pool, url } = await createTestDatabase();

describe.skipIf(!sample)('a delivery with faults', () => {
  let folder: string;

  beforeEach(async () => {
    await emptyTables(pool);
    folder = copyOf(sample ?? '');
  });

  it('sets aside a row whose amount is not a number, reports file, line and reason, and loads the rest', async () => {
    const file = fileOf(folder, 'tr');
    rewrite(file, (text) => replaceInLine(text, 3, ';360;', ';3,60 GBP;'));

    const reports = await importInto(url, folder);

    const report = reportOf(reports, file);
    expect(report.quarantined).toEqual([
      { line: 3, reason: 'amount is not a whole number', detail: 'amount: 3,60 GBP' },
    ]);
    expect(await count(pool, 'trips')).toBe(77);
    const { rows } = await pool.query(`
      select f.name, q.line_number, q.reason, r.content like '%3,60 GBP%' as is_kept
      from feed_quarantine q join feed_files f using (file_id) join feed_rows r using (file_id, line_number)`);
    expect(rows).toEqual([
      { name: path.basename(file), line_number: 3, reason: 'amount is not a whole number', is_kept: true },
    ]);
  });

  it('sets aside a row whose amount is so large that sums would no longer be exact', async () => {
    const file = fileOf(folder, 'tr');
    rewrite(file, (text) => replaceInLine(text, 3, ';360;', ';1000000000000;'));

    const report = reportOf(await importInto(url, folder), file);

    expect(report.quarantined).toEqual([{ line: 3, reason: 'amount is too large', detail: 'amount: 1000000000000' }]);
    expect(await count(pool, 'trips')).toBe(77);
  });

  it.each([
    ['2025-10-03T08:46:00.000Z', '03/10/2025 08:46', 'not a date and time', 'NWA0025'],
    ['2025-10-03T08:46:00.000Z', '2025-02-30T08:46:00.000Z', 'no such date or time', 'NWA0025'],
    ['2025-10-03T08:46:00.000Z', '0025-10-03T08:46:00.000Z', 'year out of range', 'NWA0025'],
    ['2025-10-03T08:46:00.000Z', '9999-10-03T08:46:00.000Z', 'year out of range', 'NWA0025'],
    [';826;', ';XYZ1;', 'unknown currency', 'NWA0006'],
    [';77;000;', ';77;000;;;', 'wrong number of columns', 'NWA0029'],
    ['2495718b-4762-5079-991f-2382eff03133', '', 'missing value', 'NWA0026'],
  ])('sets aside a tap with %s as %s: %s %s', async (from, to, reason, code) => {
    rewrite(fileOf(folder, 'tap'), (text) => replaceInLine(text, 2, from, to));

    const reports = await importInto(url, folder);

    const report = reportOf(reports, fileOf(folder, 'tap'));
    expect(report.quarantined).toMatchObject([{ line: 2, reason }]);
    expect(describeReport(report).join('\n')).toContain(`${reason} [${code}]`);
    expect(await count(pool, 'taps')).toBe(124);
  });

  it('loads the complete rows of a truncated file, and the others when the whole file comes', async () => {
    const file = fileOf(folder, 'tr');
    const whole = copyOf(sample ?? '');
    rewrite(file, (text) => text.slice(0, text.length / 2));

    const [report] = await importInto(url, file);
    await importInto(url, whole);

    expect(report?.quarantined).toMatchObject([{ reason: 'wrong number of columns' }]);
    expect(await totals()).toEqual({ trips: 78, fares: 20140, taps: 125, payments: 26 });
  });

  it('refuses a file with a wrong header, says why, and takes the others', async () => {
    const file = fileOf(folder, 'pw');
    rewrite(file, (text) => text.replace('amount_to_settle', 'amount'));

    const reports = await importInto(url, folder);

    expect(reportOf(reports, file)).toMatchObject({
      status: 'refused',
      reason: 'looks like pay windows but has no column amount_to_settle',
    });
    expect(await totals()).toEqual({ trips: 78, fares: 20140, taps: 125, payments: 0 });
    expect((await importInto(url, file))[0]?.status).toBe('refused');
  });

  it.each([
    ['', 'the file is empty'],
    ['stop_id,stop_name\n1,Central', 'a table of a timetable (GTFS); its folder needs stops.txt and routes.txt'],
    ['not;a;header\n1;2;3', 'the first row is not the header of an Enghouse file'],
  ])('refuses a file that holds %j', async (content, reason) => {
    const file = path.join(folder, 'tap', 'other-2025-11-01.csv');
    writeFileSync(file, content);

    const reports = await importInto(url, folder);

    expect(reportOf(reports, file)).toMatchObject({ status: 'refused', reason });
    expect(await count(pool, 'taps')).toBe(125);
  });

  it.each([
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'the file is UTF-16 text; UTF-8 is needed'],
    ['UTF-16 without mark', (text: string) => Buffer.from(text, 'utf16le'), 'the file is UTF-16 text; UTF-8 is needed'],
    ['gzip', (text: string) => gzipSync(text), 'the file is compressed; unpack it first'],
    [
      'zip',
      () => Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'),
      'the file is a zip archive or a spreadsheet; unpack it or save it as text',
    ],
    [
      'commas',
      (text: string) => Buffer.from(text.replaceAll(';', ',')),
      'the columns are separated by commas instead of semicolons',
    ],
    [
      'tabs',
      (text: string) => Buffer.from(text.replaceAll(';', '\t')),
      'the columns are separated by tabs instead of semicolons',
    ],
  ])('refuses a file of %s and says what it is', async (_, spoil, reason) => {
    const file = fileOf(folder, 'tap');
    writeFileSync(file, spoil(readFileSync(file, 'utf8')));

    const [report] = await importInto(url, file);

    expect(report).toMatchObject({ status: 'refused', reason });
    expect(await count(pool, 'taps')).toBe(0);
  });

  it.each(['\u2028', '\v', '\u0085', '\\n'])('refuses a file whose rows end with %j', async (end) => {
    const file = fileOf(folder, 'tap');
    rewrite(file, (text) => text.trimEnd().replaceAll(/\r?\n/g, end));

    const [report] = await importInto(url, file);

    const reason = 'the rows do not end with line feeds or carriage returns';
    expect(report).toMatchObject({ status: 'refused', reason });
    expect(await count(pool, 'taps')).toBe(0);
  });

  it('sets aside a line that has no end, keeps its beginning, and counts the following lines correctly', async () => {
    const file = fileOf(folder, 'tap');
    rewrite(file, (text) => {
      const [header, first, ...rows] = text.trimEnd().split('\n');
      return [header, first, 'x'.repeat(5_000_000), ...rows, 'too;short'].join('\n');
    });

    const [report] = await importInto(url, file);

    expect(report?.quarantined).toEqual([
      { line: 3, reason: 'row is too long', detail: 'longer than a million characters' },
      { line: 128, reason: 'wrong number of columns', detail: '2 instead of 42' },
    ]);
    expect(await count(pool, 'taps')).toBe(125);
    const { rows } = await pool.query('select length(content) from feed_rows where line_number = 3');
    expect(rows).toEqual([{ length: 1 << 20 }]);
  });

  it('loads rows in another encoding with correct amounts, and reports them', async () => {
    const file = fileOf(folder, 'tap');
    writeFileSync(file, Buffer.from(readFileSync(file, 'utf8').replaceAll('Knightsbridge', 'Saint-Léon'), 'latin1'));

    const [report] = await importInto(url, file);

    expect(await count(pool, 'taps')).toBe(125);
    expect([...(report?.notes.keys() ?? [])]).toEqual(['characters that are not UTF-8, shown as \uFFFD']);
  });

  it('passes over header rows in the middle and at the end', async () => {
    for (const entity of ['tap', 'tr', 'pw', 'tx']) {
      rewrite(fileOf(folder, entity), (text) => {
        const [header = '', ...rows] = text.trimEnd().split('\n');
        return [header, ...rows.slice(0, 5), header, ...rows.slice(5), header.toUpperCase()].join('\n');
      });
    }

    const reports = await importInto(url, folder);

    expect(reports.flatMap((report) => report.quarantined)).toEqual([]);
    expect(await totals()).toEqual({ trips: 78, fares: 20140, taps: 125, payments: 26 });
  });

  it('reads files with byte order mark, CRLF, quotes, other names and orders of columns or further columns like the plain files', async () => {
    await importInto(url, folder);
    const expected = await travelRows(pool);
    await emptyTables(pool);
    for (const entity of ['tap', 'tr', 'pw', 'tx']) rewrite(fileOf(folder, entity), disguise);
    const elsewhere = path.join(folder, 'all in one');
    mkdirSync(elsewhere);

    const reports = await importInto(url, folder);

    expect(reports.flatMap((report) => report.quarantined)).toEqual([]);
    expect(await travelRows(pool)).toEqual(expected);
  });

  it('reports operators and stages that are not configured', async () => {
    rewrite(fileOf(folder, 'pw'), (text) =>
      replaceInLine(replaceInLine(text, 2, ';Closed;', ';Pondering;'), 3, 'Z;77', 'Z;99'),
    );

    const report = reportOf(await importInto(url, folder), fileOf(folder, 'pw'));

    expect(Object.fromEntries(report.notes)).toEqual({
      'stage Pondering is unknown; counted as corrupted': 1,
      'operator 99 is not configured; counted as 77': 1,
    });
    const { rows } = await pool.query("select count(*)::int from payments where status = 'corrupted'");
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('never gives a payment reference to a second card', async () => {
    rewrite(fileOf(folder, 'pw'), (text) => {
      const [header, first = '', ...rows] = text.trimEnd().split('\n');
      const stolen = first.replace('03975bec', '13975bec').replace('2495718b', '3495718b');
      return [header, first, stolen, ...rows, ''].join('\n');
    });

    const report = reportOf(await importInto(url, folder), fileOf(folder, 'pw'));

    expect(report.counts.toJSON().payments).toMatchObject({ inserted: 26, quarantined: 1 });
    const { rows } = await pool.query('select reason from feed_quarantine');
    expect(rows).toEqual([{ reason: 'payment reference belongs to another card' }]);
    expect(describeReport(report).join('\n')).toContain('[NWA0030]');
    expect(await count(pool, 'service_references')).toBe(26);
  });
});

async function totals(): Promise<object | undefined> {
  const { rows } = await pool.query(`
    select (select count(*)::int from trips) as trips, (select sum(fare_minor)::int from trips) as fares,
      (select count(*)::int from taps) as taps, (select count(*)::int from payments) as payments`);
  return rows[0];
}

function reportOf(reports: readonly FileReport[], file: string): FileReport {
  const report = reports.find(({ name }) => name === path.basename(file));
  if (!report) throw new Error(`There is no report of ${file}`);
  return report;
}

function replaceInLine(text: string, line: number, from: string, to: string): string {
  const lines = text.split('\n');
  const before = lines[line - 1] ?? '';
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${from} is not in line ${line}`);
  lines[line - 1] = after;
  return lines.join('\n');
}

/** The same content as another sender would write it. */
function disguise(text: string): string {
  const rows = text
    .trimEnd()
    .split('\n')
    .map((row) => row.split(';').reverse());
  const [header = [], ...others] = rows;
  const names = ['Reserved for "later"', ...header.map((name) => name.toUpperCase().replaceAll('_', ' '))];
  const quoted = [names, ...others.map((row) => ['a "quoted";\r\nvalue', ...row])];
  const written = quoted.map((row) =>
    row.map((value) => (/["; \n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(';'),
  );
  return `\uFEFF${written.join('\r\n')}`;
}
