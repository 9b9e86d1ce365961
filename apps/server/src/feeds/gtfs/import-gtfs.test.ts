import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { london, mediumKey, temporaryFolder } from '../../../test/feed-fixture.ts';
import { withImporter } from '../../../test/kept-importer.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { TimetableNames } from '../../modules/travel/timetable-names.ts';
import { importFile } from '../import-deliveries.ts';
import { Importer } from '../importer.ts';
import type { FileReport } from '../report.ts';
import { gtfs } from './format.ts';
import { transportTypeOf } from './route-type.ts';

const { pool, url } = await createTestDatabase();
const stops = `stop_id,stop_name,location_type,parent_station,stop_lat,stop_lon
S,Central,1,,45.5,-73.5
P,Platform 2,0,S,45.5,-73.5
B,"Rue ""B"", nord",0,,,
X,Nowhere,0,,ninety,0`;
const routes =
  'route_id,route_short_name,route_long_name,route_type,route_color\n1,,Green line,1,00b300\n2,2,,700,url(x)\n,none,,3,';
const info = (version: string) => `feed_lang,feed_version\nen,${version}`;
const translations = `table_name,field_name,language,translation,record_id,field_value
stops,stop_name,fr-CA,Gare centrale,,Central
stops,stop_name,fr-CA,La Centrale,S,
routes,route_long_name,fr,Ligne verte,1,`;

async function importFeed(tables: Record<string, string>, operator?: string): Promise<FileReport> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(tables)) writeFileSync(path.join(folder, `${name}.txt`), text);
  const options = { databaseUrl: url, operators: [london], mediumKey };
  const delivery = { formats: [gtfs], path: folder, operatorCode: operator };
  return await withImporter(options, (importer) => importFile(importer, delivery));
}

it('names platforms by their station in every language; a translation by record id wins over one by text', async () => {
  const report = await importFeed({ stops, routes, translations, feed_info: info('2026-01-02T00:00:00Z') });

  const { rows } = await pool.query('select stop_id, name, names from stops order by stop_id');
  const names = { en: 'Central', fr: 'La Centrale' };
  expect(rows).toEqual([
    { stop_id: 'B', name: 'Rue "B", nord', names: { en: 'Rue "B", nord' } },
    { stop_id: 'P', name: 'Central', names },
    { stop_id: 'S', name: 'Central', names },
    { stop_id: 'X', name: 'Nowhere', names: { en: 'Nowhere' } },
  ]);
  expect(report.notes).toEqual(new Map([['stops whose coordinates are none; only their names were taken', 1]]));
  expect(report.quarantined).toEqual([{ line: 4, reason: 'missing value', detail: 'routes.txt, route_id' }]);
  const kept = await pool.query(
    'select name, content from feed_quarantine join feed_rows using (file_id, line_number) join feed_files using (file_id)',
  );
  expect(kept.rows).toMatchObject([{ content: ',none,,3,' }]);
});

it('reads lines with kind, colour and translated long name', async () => {
  const { rows } = await pool.query('select line_id, name, names, transport_type, color from lines order by line_id');

  expect(rows).toEqual([
    {
      line_id: '1',
      name: 'Green line',
      names: { en: 'Green line', fr: 'Ligne verte' },
      transport_type: 'metro',
      color: '00B300',
    },
    { line_id: '2', name: '2', names: {}, transport_type: 'bus', color: null },
  ]);
});

it('lets a newer feed overwrite and an older one only add', async () => {
  const renamed = stops.replace('Central', 'Main').replace('ninety', '45');
  const older = await importFeed({ stops: renamed, feed_info: info('2025-01-02T00:00:00Z') });
  const before = await pool.query("select name from stops where stop_id in ('S', 'X') order by stop_id");
  const newer = await importFeed({ stops: renamed, feed_info: info('2026-02-02T00:00:00Z') });
  const after = await pool.query("select name from stops where stop_id = 'S'");

  expect(older.counts.toJSON().stops).toMatchObject({ inserted: 0, updated: 0, unchanged: 4 });
  expect(before.rows).toEqual([{ name: 'Central' }, { name: 'Nowhere' }]);
  expect(newer.counts.toJSON().stops).toMatchObject({ inserted: 0, updated: 3, unchanged: 1 });
  expect(after.rows).toEqual([{ name: 'Main' }]);
});

it.each([
  [{ agency: 'agency_id\n1' }, undefined, 'there is neither stops.txt nor routes.txt'],
  [{ stops: 'id,name\n1,a' }, undefined, 'stops.txt has no stop_id or stop_name'],
  [{ stops, routes: '' }, undefined, 'routes.txt is empty'],
  [
    { stops: 'stop_id;stop_name\n1;a' },
    undefined,
    'stops.txt: the columns are separated by semicolons instead of commas',
  ],
  [
    { stops: 'stop_id,stop_name,Stop_ID\n1,a,2' },
    undefined,
    'stops.txt: the column stop_id stands twice in the first row',
  ],
  [
    { routes: 'route_id,route_type,route_desc\u20281,3,a\u2028' },
    undefined,
    'routes.txt: the rows do not end with line feeds or carriage returns',
  ],
  [{ stops }, 'nobody', 'the operator is not configured'],
])('refuses %j for %s: %s', async (tables, operator, reason) => {
  expect(await importFeed(tables, operator)).toMatchObject({ status: 'refused', reason });
});

it.each([
  ['0', 'tram'],
  ['1', 'metro'],
  ['2', 'rail'],
  ['3', 'bus'],
  ['4', 'other'],
  ['11', 'trolleybus'],
  ['99', 'other'],
  ['100', 'rail'],
  ['109', 'rail'],
  ['200', 'bus'],
  ['300', 'rail'],
  ['401', 'metro'],
  ['500', 'metro'],
  ['600', 'metro'],
  ['704', 'bus'],
  ['800', 'trolleybus'],
  ['900', 'tram'],
  ['1000', 'other'],
  ['1200', 'other'],
  ['bus', 'other'],
  [null, 'other'],
])('takes route type %s for %s', (routeType, expected) => {
  expect(transportTypeOf(routeType)).toBe(expected);
});

it("reports what a feed lacks although it loads: a table, a text to translate, the operator's time zone", async () => {
  const agency = 'agency_name,agency_timezone\nElsewhere,Asia/Tokyo';

  const report = await importFeed({ stops, agency, translations: `${translations}\nstops,stop_name,fr,Sans clef,,\n` });

  expect(Object.fromEntries(report.notes)).toEqual({
    'routes.txt is missing; lines stay as they are': 1,
    'agency.txt says Asia/Tokyo; 77 is configured for Europe/London': 1,
    'translations that are not used: nothing to translate, or one language too many': 1,
    'stops whose coordinates are none; only their names were taken': 1,
  });
});

it('refuses a feed in another encoding and says which', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'stops.txt'), Buffer.from(`\uFEFF${stops}`, 'utf16le'));
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());

  const report = await importFile(importer, { formats: [gtfs], path: folder });

  expect(report).toMatchObject({
    status: 'refused',
    reason: 'stops.txt: the file is UTF-16 text; UTF-8 is needed',
  });
});

it('keeps the names of stops in all languages when stops.txt is imported alone', async () => {
  const folder = temporaryFolder();
  const newest = { stops, routes, translations, feed_info: info('2026-09-01T00:00:00Z') };
  for (const [name, text] of Object.entries(newest)) writeFileSync(path.join(folder, `${name}.txt`), text);
  const importer = await Importer.open({ databaseUrl: url, operators: [london], mediumKey });
  onTestFinished(() => importer.close());

  const report = await importFile(importer, { formats: [gtfs], path: path.join(folder, 'stops.txt') });

  const { rows } = await pool.query("select names ->> 'fr' as french from stops where stop_id = 'S'");
  expect(report.status).toBe('imported');
  expect(rows).toEqual([{ french: 'La Centrale' }]);
});

it('finds the name of a line and a stop by the number they show, also when newer feeds give them other ids', async () => {
  const namedIn = async (version: string, shown: string) => {
    await importFeed({
      stops: `stop_id,stop_name,stop_code\nstop-${version},${shown},3000`,
      routes: `route_id,route_short_name,route_long_name,route_type\n71-${version},71,${shown},3`,
      feed_info: info(`2026-${version}-01T00:00:00Z`),
    });
    const row = { operator_code: london.code, line_id: '71', from_stop_id: '3000', to_stop_id: null };
    const names = await new TimetableNames(pool).namesFor([row], 'en');
    return [names.line(london.code, '71')?.badge.id, names.stop(london.code, '3000')];
  };

  expect(await namedIn('04', 'Old Street')).toEqual(['71-04', 'Old Street']);
  expect(await namedIn('05', 'New Street')).toEqual(['71-05', 'New Street']);
  expect(await namedIn('03', 'Older Street')).toEqual(['71-05', 'New Street']);
});
