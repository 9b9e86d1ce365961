import { expect, it } from 'vitest';
import { exit, exported, fare, tap } from '../../test/corrected-feed.ts';
import { temporaryFolder } from '../../test/feed-fixture.ts';
import { oneOutcome } from '../../test/one-outcome.ts';
import { createTestDatabase } from '../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
const off = { ...exit, stop_name: 'Second Street' };

it.each([
  ['time', { terminal_date: '2025-06-01T12:40:00Z' }],
  ['card', { token: 'the second card' }],
  ['direction', { fare_mode: 'on' }],
  ['time and direction', { terminal_date: '2025-06-01T12:40:00Z', fare_mode: 'on' }],
])(
  'a trip ends where its fare says when its exit is of another %s, in every order of the files',
  { timeout: 120_000 },
  async (_, moved) => {
    const folder = temporaryFolder();
    const files = [
      exported(folder, 'tap', 3, [tap, off]),
      exported(folder, 'tr', 3, [{ ...fare, end_station: 'Zone 2' }]),
      exported(folder, 'tap', 5, [{ ...off, ...moved }]),
    ];

    const outcome = await oneOutcome(
      { pool, url },
      files,
      async () => (await pool.query('select from_name, to_stop_id, to_name from trips')).rows,
    );

    expect(outcome).toEqual([{ from_name: 'First Street', to_stop_id: null, to_name: 'Zone 2' }]);
  },
);
