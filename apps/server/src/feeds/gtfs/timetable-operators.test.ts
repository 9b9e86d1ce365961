import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { london, mediumKey, temporaryFolder } from '../../../test/feed-fixture.ts';
import { withImporter } from '../../../test/kept-importer.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Operator } from '../../config/config.operator.ts';
import { importFile } from '../import-deliveries.ts';
import type { FileReport } from '../report.ts';
import { gtfs } from './format.ts';

const { pool, url } = await createTestDatabase();
const stops = 'stop_id,stop_name,stop_lat,stop_lon\n1,Central,45.5,-73.5\n';
const routes = 'route_id,route_short_name,route_type\n1,One,3\n';
const partner: Operator = { ...london, code: 'TRC', name: 'Transcollines', home: false };

function folderOf(tables: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(tables)) writeFileSync(path.join(folder, `${name}.txt`), text);
  return folder;
}

async function imported(folder: string, operators: Operator[]): Promise<FileReport> {
  const options = { databaseUrl: url, operators, mediumKey };
  return await withImporter(options, (importer) => importFile(importer, { formats: [gtfs], path: folder }));
}

beforeEach(async () => {
  await pool.query('delete from feed_files; delete from stops; delete from lines');
});

const agency = (id: string, name: string) => `agency_id,agency_name,agency_timezone\n${id},${name},Europe/London\n`;

it.each([
  ['TRC', 'Somebody', 'TRC'],
  ['9', 'transcollines', 'TRC'],
  ['77', 'Somebody', '77'],
])('the operator of a timetable is found by the agency %s, %s: %s', async (id, name, code) => {
  const report = await imported(folderOf({ stops, routes, agency: agency(id, name) }), [london, partner]);

  expect(report.status).toBe('imported');
  expect((await pool.query('select distinct operator_code from stops')).rows).toEqual([{ operator_code: code }]);
});

it('the operator of a timetable is not guessed when several operators are configured and the agency matches none', async () => {
  const report = await imported(folderOf({ stops, routes, agency: agency('9', 'Somebody') }), [london, partner]);

  expect(report).toMatchObject({ status: 'refused', reason: expect.stringContaining('agency.txt names Somebody') });
  expect((await pool.query('select from stops')).rowCount).toBe(0);
});

it.each([
  ['there is no agency.txt', {}],
  ['agency.txt has no row', { agency: 'agency_id,agency_name,agency_timezone\n' }],
])(
  'the operator of a timetable is not guessed when several operators are configured and %s',
  async (_what, agencies) => {
    const folder = folderOf({ stops, routes, ...agencies });

    expect(await imported(folder, [london, partner])).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('--operator CODE'),
    });
    expect((await imported(folder, [london])).status).toBe('imported');
  },
);
