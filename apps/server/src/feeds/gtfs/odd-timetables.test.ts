import { execFileSync } from 'node:child_process';
import { createWriteStream, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, london, mediumKey, temporaryFolder } from '../../../test/feed-fixture.ts';
import { withImporter } from '../../../test/kept-importer.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Operator } from '../../config/config.operator.ts';
import { importFile } from '../import-deliveries.ts';
import type { FileReport } from '../report.ts';
import { gtfs } from './format.ts';
import { showSameTime } from './time-zones.ts';

const { pool, url } = await createTestDatabase();
const stops = 'stop_id,stop_name,stop_lat,stop_lon\n1,Central,45.5,-73.5\n';
const routes = 'route_id,route_short_name,route_type\n1,One,3\n';

function folderOf(tables: Readonly<Record<string, string | Buffer>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(tables)) writeFileSync(path.join(folder, `${name}.txt`), text);
  return folder;
}

async function imported(folder: string, operators: Operator[] = [london]): Promise<FileReport> {
  const options = { databaseUrl: url, operators, mediumKey };
  return await withImporter(options, (importer) => importFile(importer, { formats: [gtfs], path: folder }));
}

beforeEach(async () => {
  await emptyTables(pool);
  await pool.query('delete from stops; delete from lines');
});

describe('a file that has the name of a table and is not a table', () => {
  it('is skipped: a link to an endless device, and a pipe without a writer', async () => {
    const folder = folderOf({ stops, routes });
    symlinkSync('/dev/zero', path.join(folder, 'agency.txt'));
    execFileSync('mkfifo', [path.join(folder, 'translations.txt')]);

    expect((await imported(folder)).status).toBe('imported');
  });

  it('is refused, without being read into memory, when it is larger than a table may be', async () => {
    const folder = folderOf({ stops, routes });
    truncateSync(path.join(folder, 'stops.txt'), 150 << 20);
    const before = process.memoryUsage.rss();

    const report = await imported(folder);

    expect(report).toMatchObject({ status: 'refused', reason: 'stops.txt is larger than a table may be, 32 MB' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 << 20);
  });
});

describe('a table with many short rows', () => {
  it('is refused when it has more rows than a table may have', async () => {
    const folder = folderOf({ stops: `stop_id,stop_name\n${'1,a\n'.repeat(300_001)}`, routes });

    const reason = 'stops.txt has more rows than a table may have, 300000';
    expect(await imported(folder)).toMatchObject({ status: 'refused', reason });
  });

  it('is set aside row by row', async () => {
    const folder = folderOf({ stops: `stop_id,stop_name\n${'1,\n'.repeat(150_000)}`, routes });

    const report = await imported(folder);

    expect(report).toMatchObject({ status: 'imported', reasons: new Map([['missing value', 150_000]]) });
  });
});

it('sets rows with text behind the last column aside, because a comma without quotation marks would cut a name', async () => {
  const rows = ['1,"Main Street, north",', '2,Main Street, south,S2', '3,Harbour,,,', '4,Castle'];

  const report = await imported(folderOf({ stops: ['stop_id,stop_name,stop_code', ...rows, ''].join('\n'), routes }));

  expect(report.quarantined).toEqual([
    { line: 3, reason: 'wrong number of columns', detail: 'stops.txt, 4 instead of 3' },
  ]);
  expect((await pool.query('select name from stops order by stop_id')).rows).toEqual([
    { name: 'Main Street, north' },
    { name: 'Harbour' },
    { name: 'Castle' },
  ]);
});

it('needs less than 300 MB more memory for a table of 100,000 stops', { timeout: 120_000 }, async () => {
  const folder = folderOf({ routes });
  const sink = createWriteStream(path.join(folder, 'stops.txt'));
  sink.write('stop_id,stop_name,stop_lat,stop_lon\n');
  for (let stop = 0; stop < 100_000; stop += 1) sink.write(`${stop},Stop number ${stop} of a long street,45.5,-73.5\n`);
  await new Promise((resolve) => sink.end(resolve));
  const before = process.memoryUsage.rss();

  const report = await imported(folder);

  expect(report.counts.toJSON().stops).toMatchObject({ inserted: 100_000 });
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 << 20);
});

describe('a time zone', () => {
  it.each([
    ['America/Montreal', 'America/Toronto', true],
    ['Asia/Calcutta', 'Asia/Kolkata', true],
    ['America/Toronto', 'America/Winnipeg', false],
    ['Europe/London', 'Africa/Abidjan', false],
    ['Mars/Olympus', 'Europe/London', false],
  ])('%s shows the time of %s: %s', (left, right, expected) => {
    expect(showSameTime(left, right, new Date('2026-03-01T00:00:00Z'))).toBe(expected);
  });

  it('with another name for the configured zone is not reported', async () => {
    const agency = 'agency_id,agency_name,agency_timezone\n1,STM,America/Montreal\n';
    const toronto = { ...london, timeZone: 'America/Toronto' };

    expect((await imported(folderOf({ stops, routes, agency }), [toronto])).notes).toEqual(new Map());
  });
});

it('lists only a few of many invalid time zones', async () => {
  const agencies = Array.from({ length: 4000 }, (_, index) => `${index},A,Mars/${index}${'x'.repeat(200)}`);
  const agency = `agency_id,agency_name,agency_timezone\n${agencies.join('\n')}\n`;

  const [note = ''] = (await imported(folderOf({ stops, routes, agency }))).notes.keys();

  expect(note).toMatch(/^agency.txt says Mars\/0x+, /);
  expect(note.length).toBeLessThan(700);
});

it('keeps the name of a stop with a bad coordinate, and reads coordinates with a comma', async () => {
  const odd = `stop_id,stop_name,stop_lat,stop_lon\n1,Here,"45,5","-73,25"\n2,Nowhere,ninety,0\n3,Far,91,0\n4,None,,\n`;

  const report = await imported(folderOf({ stops: odd, routes }));

  const { rows } = await pool.query('select stop_id, latitude, longitude from stops order by stop_id');
  const nowhere = { latitude: null, longitude: null };
  expect(rows).toEqual([
    { stop_id: '1', latitude: 45.5, longitude: -73.25 },
    { stop_id: '2', ...nowhere },
    { stop_id: '3', ...nowhere },
    { stop_id: '4', ...nowhere },
  ]);
  expect([...report.notes]).toEqual([['stops whose coordinates are none; only their names were taken', 2]]);
});

it('reports names in another encoding', async () => {
  const report = await imported(folderOf({ stops: Buffer.from(stops.replace('Central', 'Bêta'), 'latin1'), routes }));

  expect([...report.notes.keys()]).toEqual(['stops.txt has characters that are not UTF-8, shown as \uFFFD']);
});

it.each([
  ['20260231', ['feed_info.txt: feed_start_date 20260231 is no date']],
  ['20260301', []],
  ['20991231', []],
])('dates a feed that starts on %s by a time that is not in the future', async (start, notes) => {
  const report = await imported(folderOf({ stops, routes, feed_info: `feed_lang,feed_start_date\nen,${start}\n` }));

  expect(report.status).toBe('imported');
  expect([...report.notes.keys()]).toEqual(notes);
  const { rows } = await pool.query("select from feed_files where exported_at > now() + interval '1 minute'");
  expect(rows).toHaveLength(0);
});

it.each(['stops', 'STOPS', 'stops.txt'])('knows the table %s of a translation', async (table) => {
  const translations = `table_name,field_name,language,translation,record_id\n${table},stop_name,fr,Centrale,1\n`;

  await imported(folderOf({ stops, routes, translations }));

  const { rows } = await pool.query("select names ->> 'fr' as french from stops");
  expect(rows).toEqual([{ french: 'Centrale' }]);
});

it('skips translations that are longer than any name, and reports them', async () => {
  const row = (language: string, text: string) => `stops,stop_name,${language},${text},1\n`;
  const translations = `table_name,field_name,language,translation,record_id\n${row('fr', 'n'.repeat(501))}${row('de', 'n'.repeat(500))}${row('x'.repeat(300), 'Mitte')}`;

  const report = await imported(folderOf({ stops, routes, translations }));

  const { rows } = await pool.query('select names from stops');
  expect(rows).toEqual([{ names: { de: 'n'.repeat(500) } }]);
  expect([...report.notes]).toEqual([
    ['translations that are not used: nothing to translate, or one language too many', 2],
  ]);
});

it('keeps 100 languages of a name and skips the others, without stopping other work', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `stops,stop_name,${languageOf(n)},Centrale ${n},1`);
  const translations = ['table_name,field_name,language,translation,record_id', ...rows].join('\n');

  const report = await imported(folderOf({ stops, routes, translations }));

  const { rows: kept } = await pool.query('select count(*)::int from stops, jsonb_object_keys(names)');
  expect(kept).toEqual([{ count: 100 }]);
  expect([...report.notes]).toEqual([
    ['translations that are not used: nothing to translate, or one language too many', 19_900],
  ]);
});

/** A tag of five letters, another one for each number. */
function languageOf(number: number): string {
  return number
    .toString(26)
    .padStart(5, '0')
    .replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
}

it('removes from names and translations the characters that change the direction of writing', async () => {
  const odd = stops.replace('Central', 'Cen\u202etral');
  const translations =
    'table_name,field_name,language,translation,field_value\nstops,stop_name,fr,\u2066Centrale,Cen\u202etral\n';

  await imported(folderOf({ stops: odd, routes, translations }));

  const { rows } = await pool.query("select name, names ->> 'fr' as french from stops");
  expect(rows).toEqual([{ name: 'Central', french: 'Centrale' }]);
});

it('reads tables whose lines end with CR and whose names contain single quotation marks', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, stop) => `${stop},${stop === 3 || stop === 11 ? '"' : ''}Stop ${stop},45.5,-73.5`,
  );
  const text = ['stop_id,stop_name,stop_lat,stop_lon', ...rows].join('\r');

  const report = await imported(folderOf({ stops: text, routes }));

  expect(report.counts.toJSON().stops).toMatchObject({ inserted: 40 });
});

it('skips a folder that has the name of a table', async () => {
  const folder = folderOf({ stops, routes });
  await mkdir(path.join(folder, 'agency.txt'));

  expect((await imported(folder)).status).toBe('imported');
});

it.each([
  ['with a language of its own', 'feed_lang,default_lang\nmul,en\n', { en: 'Central', fr: 'Centrale' }],
  ['in many languages', 'feed_lang\nMUL\n', { fr: 'Centrale' }],
])('calls a boarding area what the station of its platform is called, in a feed %s', async (_, feed_info, names) => {
  const places = 'stop_id,stop_name,location_type,parent_station\nS,Central,1,\nP,Platform 2,0,S\nA,,4,P\n';
  const translations = 'table_name,field_name,language,translation,record_id\nstops,stop_name,fr,Centrale,S\n';

  await imported(folderOf({ stops: places, routes, translations, feed_info }));

  const { rows } = await pool.query("select name, names from stops where stop_id = 'A'");
  expect(rows).toEqual([{ name: 'Central', names }]);
});

it('reads a line without its place in the order if that is no number or a very large one', async () => {
  const many =
    'route_id,route_short_name,route_type,route_sort_order\n1,One,3,7\n2,Two,3,first\n3,Three,3,99999999999\n';

  expect((await imported(folderOf({ stops, routes: many }))).quarantined).toEqual([]);

  const { rows } = await pool.query('select sort_order from lines order by line_id');
  expect(rows.map((row) => row.sort_order)).toEqual([7, null, null]);
});
