import { beforeEach, expect, it } from 'vitest';
import { emptyTables, importInto, rewrite, temporaryFolder, writeRows } from '../../test/feed-fixture.ts';
import { v3 } from '../../test/littlepay-feed.ts';
import { deliver } from '../../test/littlepay-import.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const at = '2025-06-03T08:00:00Z';
const tap = { tap_id: 'T', token: 'card', payment_reference: 'ABC123DEF4567H', operator_id: '77', stop_name: 'Alpha' };
const row = { ...tap, currency: '826', server_date: at, terminal_date: at, fare_mode: 'on', remark: 'one' };

it.each([
  ['stop_name', 'Omega', ['the column stop_name stands twice in the first row; the first of the two counts']],
  ['remark', 'two', []],
])('tells the administrator that a column which is read stands twice: %s', async (name, value, notes) => {
  const file = writeRows(temporaryFolder(), 'TAPtaps-2025-06-03.csv', [row]);
  rewrite(file, (text) => text.replace('\n', `;${name.toUpperCase()}\n`).replace(/\n$/, `;${value}\n`));

  const [report] = await importInto(url, file);

  expect(report).toMatchObject({ status: 'imported', quarantined: [] });
  expect([...(report?.notes.keys() ?? [])]).toEqual(notes);
  expect((await pool.query('select stop_name from taps')).rows).toEqual([{ stop_name: 'Alpha' }]);
});

it.each([
  [
    'stop_name',
    ['the export before had stop_name, which is missing here, so its values are removed; the new columns are halt'],
  ],
  ['remark', []],
])('tells the administrator that a column which is read has left or was renamed: %s', async (name, notes) => {
  const folder = temporaryFolder();
  await importInto(url, writeRows(folder, 'TAPtaps-2025-06-03.csv', [row]));
  const renamed = Object.entries(row).map(([column, value]) => [column === name ? 'halt' : column, value]);
  const later = Object.fromEntries(renamed);

  const noted: unknown[] = [];
  for (const day of ['04', '05']) {
    const [report] = await importInto(
      url,
      writeRows(folder, `TAPtaps-2025-06-${day}.csv`, [{ ...later, tap_id: day }]),
    );
    expect(report).toMatchObject({ status: 'imported', quarantined: [] });
    noted.push([...(report?.notes.keys() ?? [])]);
  }

  // Once: the export after it lacks the column as its own export before does.
  expect(noted).toEqual([notes, []]);
});

it.each([
  ['settlement_requested_date_time_utc', []],
  [
    'changed_at',
    [expect.stringContaining('the export before had record_updated_timestamp_utc, which is missing here')],
  ],
])('knows the names that a column has in other versions: %s', async (name, notes) => {
  const earlier = v3.settlement('S', 'A', '7.20');
  const later = Object.entries({ ...earlier, settlement_id: 'T' });
  const renamed = later.map(([column, value]) => [column === 'record_updated_timestamp_utc' ? name : column, value]);
  await deliver(url, { settlements: [earlier] });

  const [report] = await deliver(url, { settlements: [Object.fromEntries(renamed)] }, { at: '202510050430' });

  expect([...(report?.notes.keys() ?? [])]).toEqual(notes);
});
