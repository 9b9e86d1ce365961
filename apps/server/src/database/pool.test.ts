import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { isConnectionError } from '../lib/temporary-failures.ts';
import { createPool } from './pool.ts';

const { url } = await createTestDatabase();
const pool = createPool({ url });
afterAll(() => pool.end());

describe('the pool', () => {
  it('leaves times as the text that the database wrote', async () => {
    const { rows } = await pool.query(
      "select timestamptz '2026-03-01 10:00Z' as at, date '2026-03-01' as day, array[timestamptz '2026-03-01 10:00Z'] as list",
    );

    expect(rows).toEqual([{ at: '2026-03-01 10:00:00+00', day: '2026-03-01', list: ['2026-03-01 10:00:00+00'] }]);
  });

  it('turns bigint into a number and refuses one that would lose digits', async () => {
    const { rows } = await pool.query('select 9007199254740991::bigint as safe, array[1, null]::bigint[] as list');

    expect(rows).toEqual([{ safe: 9007199254740991, list: [1, null] }]);
    await expect(pool.query('select 9007199254740993::bigint as unsafe')).rejects.toThrow('9007199254740993');
  });

  it('survives the loss of a connection in use and of an idle one', async () => {
    const client = await pool.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');

    const failure = await client.query(`select pg_terminate_backend(${rows[0].pid})`).catch((error: unknown) => error);
    client.release(true);

    expect(isConnectionError(failure)).toBe(true);
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('ends a statement that runs too long', async () => {
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }]);
  });
});
