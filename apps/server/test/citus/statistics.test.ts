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

/** Of a month at each node: the columns whose values one of its parts counts. */
async function countedColumns(month: string): Promise<string[]> {
  const { rows } = await pool.query<{ result: string }>(
    `select result
    from run_command_on_workers($$
      select string_agg(distinct attname::text, ' ' order by attname::text)
      from pg_stats
      where tablename ~ '^${month}_\\d+$'
    $$)`,
  );
  return rows.map(({ result }) => result);
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

it('has its nodes count, of a month, only the values by which statements find rows', async () => {
  const rowsOfCards = `insert into payments
    (medium_id, opened_at, payment_id, operator_code, reason, method, status, due_minor, paid_minor, currency,
    service_day, updated_at, exported_at, file_id, line_number)
  select gen_random_uuid(), '2004-01-05Z', gen_random_uuid(), '1', 'trip', 'emv', 'accepted', 1, 1, 'CAD',
    '2004-01-05', '2004-01-05Z', '2004-01-05Z', 1, 1
  from generate_series(1, 40)`;
  await pool.query(`select ensure_months('2004-01-05Z', '2004-01-05Z')`);
  await pool.query(rowsOfCards);

  await pool.query('analyze payments');

  const counted = 'medium_id opened_at operator_code payment_id reason service_day srid status';
  expect(await countedColumns('payments_200401')).toEqual([counted, counted]);
});
