import { beforeEach, expect, it } from 'vitest';
import { emptyTables, importInto, rewrite, temporaryFolder, writeRows } from '../../test/feed-fixture.ts';
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
