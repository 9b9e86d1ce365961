import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fare, tap } from '../../../test/corrected-feed.ts';
import { count, emptyTables, importInto, london, mediumKey, temporaryFolder } from '../../../test/feed-fixture.ts';
import { withImporter } from '../../../test/kept-importer.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { zipOf } from '../../../test/zip-file.ts';
import { findFiles } from '../delivered-files.ts';
import { deliveriesOf } from '../inbox-deliveries.ts';
import type { FileReport } from '../report.ts';
import { importFromInbox } from '../watcher.ts';

const { pool, url } = await createTestDatabase();
const fileOf = (row: object) => Buffer.from(`${Object.keys(row).join(';')}\n${Object.values(row).join(';')}\n`);
const [taps, fares] = [fileOf(tap), fileOf(fare)];
const timetable = {
  'stops.txt': 'stop_id,stop_name\n1,Central\n',
  'routes.txt': 'route_id,route_short_name,route_type\n1,One,3\n',
};
const partner = { ...london, code: 'TRC', name: 'Partner', home: false };

/** An archive whose directory says that other bytes were packed, as if these had changed on their way. */
function withOtherSum(zip: Buffer, content: Buffer): Buffer {
  const at = zip.lastIndexOf(sumOf(content));
  return Buffer.concat([zip.subarray(0, at), sumOf(Buffer.from('x')), zip.subarray(at + 4)]);
}

function sumOf(content: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(crc32(content));
  return bytes;
}

beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('delete from stops; delete from lines');
});

async function fromInbox(name: string, content: Buffer): Promise<FileReport[]> {
  const [inbox, place] = [temporaryFolder(), temporaryFolder()];
  vi.stubEnv('TMPDIR', place);
  onTestFinished(() => void vi.unstubAllEnvs());
  mkdirSync(path.dirname(path.join(inbox, name)), { recursive: true });
  writeFileSync(path.join(inbox, name), content);
  const options = { databaseUrl: url, operators: [london, partner], mediumKey };
  const deliveries = deliveriesOf(await findFiles(inbox));
  const reports = await withImporter(options, (importer) => importFromInbox(importer, inbox, deliveries));
  expect(readdirSync(place)).toEqual([]);
  return reports;
}

describe('a packed delivery', () => {
  it('of one file is the same as that file: delivered again unpacked, it has no effect', async () => {
    const [packed] = await fromInbox('tap-2025-07-03.csv.gz', gzipSync(taps));
    const [plain] = await fromInbox('tap-2025-07-03.csv', taps);

    expect(packed).toMatchObject({ name: 'tap-2025-07-03.csv.gz', status: 'imported', rows: 1 });
    expect(plain?.status).toBe('unchanged');
    const { rows } = await pool.query('select name, exported_at from feed_files');
    expect(rows).toEqual([{ name: 'tap-2025-07-03.csv', exported_at: '2025-07-03 00:00:00+00' }]);
  });

  it('of many files imports all of them, from any folder, and deletes what it unpacked', async () => {
    const files = {
      'tr/tr-2025-07-03.csv': fares,
      './tap/tap-2025-07-03.csv': taps,
      '.hidden/tap.csv': 'x',
      '__MACOSX/tap/._tap.csv': 'x',
      'a.pdf': 'x',
    };

    const [report] = await fromInbox('delivery.zip', zipOf(files));

    expect(report).toMatchObject({ status: 'imported', rows: 2 });
    expect([await count(pool, 'taps'), await count(pool, 'trips'), await count(pool, 'feed_files')]).toEqual([1, 1, 2]);
  });

  it.each([
    ['no day', 0],
    ['the first day of all archives', (1 << 5) | 1],
  ])('in which the packer has written %s has the day of the archive itself', async (_, day) => {
    const [report] = await fromInbox('delivery.zip', zipOf({ 'tap.csv': taps }, day));

    expect(report).toMatchObject({ status: 'imported', rows: 1 });
    const { rows } = await pool.query('select exported_at > now() - $1::interval as is_new from feed_files', [
      '1 hour',
    ]);
    expect(rows).toEqual([{ is_new: true }]);
  });

  it.each(['America/Vancouver', 'Pacific/Auckland'])(
    'in which the packer has written no zone has one time of export, also on a machine in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone);

      await fromInbox('delivery.zip', zipOf({ 'tap.csv': taps }));

      const { rows } = await pool.query('select exported_at from feed_files');
      expect(rows).toEqual([{ exported_at: '2025-05-01 00:00:00+00' }]);
    },
  );

  it('reports which of its files was refused, and imports the others', async () => {
    const [report] = await fromInbox('delivery.zip', zipOf({ 'tap-2025-07-03.csv': taps, 'no.csv': 'no;feed\n1;2\n' }));

    const files = 'an Enghouse file, a Littlepay file, an Elavon file, or a file of products, of sales or of cards';
    const reason = `no.csv: the first row is not the header of ${files}`;
    expect(report).toMatchObject({ status: 'refused', reason, rows: 1 });
    expect(await count(pool, 'taps')).toBe(1);
  });

  it('names the archives and spreadsheets in it that are not read, and imports the others', async () => {
    const inner = zipOf({ 'tr-2025-07-03.csv': fares });
    const files = { 'tap-2025-07-03.csv': taps, 'fares.zip': inner, 'fares.csv.gz': gzipSync(fares), 'a.xlsx': inner };

    const [report] = await fromInbox('delivery.zip', zipOf(files));

    const [zip, gzip] = [
      'the file is a zip archive or a spreadsheet; unpack it or save it as text',
      'the file is compressed; unpack it first',
    ];
    expect(report).toMatchObject({ status: 'refused', rows: 1 });
    expect(report?.reason?.split('; ').join(' ')).toBe(
      [`a.xlsx: ${zip}`, `fares.csv.gz: ${gzip}`, `fares.zip: ${zip}`].join(' ').replaceAll('; ', ' '),
    );
    expect([await count(pool, 'taps'), await count(pool, 'trips')]).toEqual([1, 0]);
  });

  it.each([
    ['77.zip', '77'],
    ['TRC/gtfs.zip', 'TRC'],
    ['TRC.zip', 'TRC'],
  ])('%s of a timetable belongs to %s', async (name, operator) => {
    const [report] = await fromInbox(
      name,
      zipOf({ 'feed/stops.txt': timetable['stops.txt'], 'feed/routes.txt': timetable['routes.txt'] }),
    );

    expect(report?.status).toBe('imported');
    expect((await pool.query('select operator_code from stops')).rows).toEqual([{ operator_code: operator }]);
  });

  it('of a timetable may have the names of its tables in capitals', async () => {
    const files = { 'STOPS.TXT': timetable['stops.txt'], 'ROUTES.TXT': timetable['routes.txt'] };

    expect(await fromInbox('77.zip', zipOf(files))).toMatchObject([{ status: 'imported', rows: 2 }]);
  });

  it('is read from the command line as well', async () => {
    const file = path.join(temporaryFolder(), 'delivery.zip');
    writeFileSync(file, zipOf({ 'tap-2025-07-03.csv': taps }));

    expect(await importInto(url, file)).toMatchObject([{ status: 'imported', rows: 1 }]);
  });
});

describe('an archive that cannot be trusted', () => {
  const zeros = Buffer.alloc(80 << 20);

  it.each([
    ['bomb.csv.gz', () => gzipSync(zeros), 'unpacked it is larger than a delivery may be'],
    ['bomb.zip', () => zipOf({ 'a.csv': zeros }), 'unpacked it is larger than a delivery may be'],
    [
      'many.zip',
      () => zipOf(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}.csv`, 'x']))),
      'it holds 1001 files; 1000 are the most',
    ],
    [
      'away.zip',
      () => zipOf({ '../../away.csv': taps }),
      'it cannot be unpacked: invalid relative path: ../../away.csv',
    ],
    ['root.zip', () => zipOf({ '/away.csv': taps }), 'it cannot be unpacked: absolute path: /away.csv'],
    ['cut.zip', () => zipOf({ 'tap.csv': taps }).subarray(0, 60), expect.stringMatching(/^it cannot be unpacked: /)],
    ['cut.csv.gz', () => gzipSync(taps).subarray(0, 60), 'it cannot be unpacked: unexpected end of file'],
    [
      'damaged.zip',
      () => withOtherSum(zipOf({ 'tap-2025-07-03.csv': taps }), taps),
      'it is damaged: the checksum of tap-2025-07-03.csv differs',
    ],
    [
      'twice.zip',
      () =>
        Buffer.from(zipOf({ 'a.csv': taps, 'b.csv': taps }).toString('latin1').replaceAll('b.csv', 'a.csv'), 'latin1'),
      'it cannot be unpacked: its names contradict each other (EEXIST)',
    ],
    [
      'below.zip',
      () => zipOf({ 'a.csv': taps, 'a.csv/b.csv': taps }),
      expect.stringMatching(/^it cannot be unpacked: its names contradict each other/),
    ],
    [
      'long.zip',
      () => zipOf({ [`${'a'.repeat(300)}.csv`]: taps }),
      'it cannot be unpacked: it has a name that no file can have here (ENAMETOOLONG)',
    ],
    ['sheet.zip', () => zipOf({ '[Content_Types].xml': '<x/>' }), 'it holds no table'],
  ])('%s is refused, and nothing of it is kept', async (name, make, reason) => {
    const reports = await fromInbox(name, make());

    expect(reports).toMatchObject([{ status: 'refused', reason }]);
    expect(await count(pool, 'feed_files')).toBe(0);
  });
});
