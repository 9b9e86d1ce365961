import { expect, it } from 'vitest';
import { importInto, temporaryFolder } from '../feed-fixture.ts';
import { generateFeed } from '../generated-feed.ts';
import { createTestDatabase } from '../test-database.ts';

const { pool, url } = await createTestDatabase();

/** How many partitions the nodes believe to be empty. */
async function countTakenForEmpty(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select sum(result::integer)::integer as count
    from run_command_on_workers($$
      select count(*) from pg_class where reltuples = 0 and relpages > 0 and relname ~ '^(taps|trips)_2\\d+_\\d+$'
    $$)`,
  );
  return rows[0]?.count ?? 0;
}

async function fill({ taps }: { taps: number }): Promise<void> {
  const folder = temporaryFolder();
  await generateFeed(folder, { taps, cards: 600, days: 60 });
  await importInto(url, folder);
}

it('keeps its nodes from believing a partition empty that is being filled, after cancelled imports', async () => {
  await fill({ taps: 3000 });
  await pool.query('delete from taps');
  await pool.query('delete from trips');
  await pool.query('vacuum (truncate off) taps');
  await pool.query('vacuum (truncate off) trips');
  expect(await countTakenForEmpty()).toBeGreaterThan(0);

  await fill({ taps: 1000 });

  expect(await countTakenForEmpty()).toBe(0);
});
