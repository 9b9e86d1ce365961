import { expect, it } from 'vitest';
import server from '../../package.json' with { type: 'json' };
import { createTestDatabase } from '../../test/test-database.ts';

const { pool } = await createTestDatabase();

/** What our statements and grants use of the library's internal tables, by table. */
const relied: Readonly<Record<string, string[]>> = {
  jobs: ['attempts', 'id', 'locked_at', 'max_attempts', 'run_at', 'task_identifier'],
  _private_jobs: [
    'attempts',
    'id',
    'key',
    'locked_at',
    'locked_by',
    'max_attempts',
    'payload',
    'task_id',
    'updated_at',
  ],
  _private_known_crontabs: ['identifier', 'last_execution'],
  _private_tasks: ['id', 'identifier'],
};

// After an update: read the changes of the library, try queue.test.ts and the migrations by hand, then write the new version here.
it('uses the internal tables of a version of the queue that was checked', async () => {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by column_name::text) as columns
    from information_schema.columns
    where table_schema = 'graphile_worker'
    group by table_name`,
  );

  expect(server.dependencies['graphile-worker']).toBe('0.18.0');
  const found = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
  for (const [table, columns] of Object.entries(relied)) expect(found[table]).toEqual(expect.arrayContaining(columns));
  expect(rows.map(({ name }) => name).sort()).toEqual([
    '_private_job_queues',
    '_private_jobs',
    '_private_known_crontabs',
    '_private_tasks',
    'jobs',
    'migrations',
  ]);
});
