import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { Health } from './health.service.ts';

const { pool, url } = await createTestDatabase();

it('is unready while the database refuses new connections, and ready as soon as it takes them', async () => {
  const server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const allowConnections = (areAllowed: boolean) =>
    server.query(`alter database "${rows[0]?.name}" with allow_connections ${areAllowed}`);
  onTestFinished(async () => {
    await allowConnections(true);
    await server.end();
  });
  const health = new Health({ databaseUrl: url, findFaults: () => ({}), isStopping: () => false });
  const statusOf = async () => (await health.look()).status;
  const first = await statusOf();

  await allowConnections(false);
  await expect.poll(statusOf, { timeout: 5000 }).toBe('unready');
  const refused = await health.look();
  await allowConnections(true);
  await expect.poll(statusOf, { timeout: 5000 }).toBe('ready');

  expect(first).toBe('ready');
  expect(refused.checks).toEqual({ database: expect.stringContaining('not currently accepting connections') });
  expect(await pool.query('select 1')).toMatchObject({ rowCount: 1 });
});
