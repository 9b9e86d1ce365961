import { beforeEach, expect, it } from 'vitest';
import { exported, tap, window } from '../../test/corrected-feed.ts';
import { emptyTables, importInto, temporaryFolder } from '../../test/feed-fixture.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

/** The tap of a minute. */
const tapAt = (minute: number) => ({
  ...tap,
  tap_id: `T-${minute}`,
  terminal_date: `2025-06-01T12:0${minute}:00Z`,
});

it('removes from names the characters that change the direction of writing, and a name without others', async () => {
  const [first, second] = [tapAt(0), tapAt(1)];
  const rows = [
    { ...first, stop_name: 'Market \u202egnp.exe\u202c', line_name: '\u2067Bus 5\u2069' },
    { ...second, stop_name: '\u202e', zone_name: 'Zone 1' },
  ];

  await importInto(url, exported(temporaryFolder(), 'tap', 3, rows));

  const { rows: names } = await pool.query('select stop_name, line_name from taps order by tapped_at');
  expect(names).toEqual([
    { stop_name: 'Market gnp.exe', line_name: 'Bus 5' },
    { stop_name: null, line_name: 'Bus 5' },
  ]);
});

it('replaces control characters in names by blanks, and leaves out a name without others', async () => {
  const names = ['Quay\u0085\u001b[31m 5', '\u0007\u0008', 'Long\u2028Lane'];
  const rows = names.map((stop_name, index) => ({ ...tapAt(index), stop_name }));

  await importInto(url, exported(temporaryFolder(), 'tap', 3, rows));

  const { rows: kept } = await pool.query('select stop_name from taps order by tapped_at');
  expect(kept).toEqual([{ stop_name: 'Quay [31m 5' }, { stop_name: null }, { stop_name: 'Long Lane' }]);
});

it('removes such characters from payment references, so that the passenger finds the one on the statement', async () => {
  const hidden = { ...window, payment_reference: '\u202dabcdefghjklmn1\u0007' };

  await importInto(url, exported(temporaryFolder(), 'pw', 3, [hidden]));

  const { rows } = await pool.query('select srid from payments');
  expect(rows).toEqual([{ srid: window.payment_reference }]);
});

it('keeps a name in which the sender shows a NUL character itself', async () => {
  await importInto(url, exported(temporaryFolder(), 'tap', 3, [{ ...tapAt(0), stop_name: 'Quay ␀' }]));

  expect((await pool.query('select stop_name from taps')).rows).toEqual([{ stop_name: 'Quay ␀' }]);
});
