import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { startChaosProxy } from '../../../test/chaos-proxy.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { Health } from './health.service.ts';

const { pool, url } = await createTestDatabase();

function healthAt(databaseUrl: string, findFaults = () => ({})): Health {
  const health = new Health({ databaseUrl, findFaults, isStopping: () => false });
  onTestFinished(() => health.close());
  return health;
}

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
  const health = healthAt(url);
  const statusOf = async () => (await health.look()).status;
  const first = await statusOf();

  await allowConnections(false);
  await expect.poll(statusOf, { timeout: 5000 }).toBe('unready');
  const refused = await health.look();
  await allowConnections(true);
  await expect.poll(statusOf, { timeout: 5000 }).toBe('ready');

  expect(first).toBe('ready');
  expect(refused.checks).toEqual({ database: expect.stringContaining('not currently accepting connections') });
});

it('is unready while the database takes no writes, as a standby does', async () => {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const settle = (isReadOnly: boolean) =>
    pool.query(`alter database "${rows[0]?.name}" set default_transaction_read_only = ${isReadOnly}`);
  const health = healthAt(url);

  await settle(true);
  const standby = await health.look();
  await pool.query(`begin read write; alter database "${rows[0]?.name}" reset default_transaction_read_only; commit`);

  expect(standby).toEqual({
    status: 'unready',
    checks: { database: 'takes no writes, as a standby does', migrations: 'ok' },
  });
  await expect.poll(async () => (await health.look()).status, { timeout: 5000 }).toBe('ready');
});

it('stays ready while a busy database is too slow for new connections, and answers the known one', async () => {
  const proxy = await startChaosProxy(url);
  onTestFinished(() => proxy.close());
  let looks = 0;
  const findFaults = () => {
    looks += 1;
    return {};
  };
  const health = healthAt(proxy.url, findFaults);
  await health.look();

  proxy.become('late');
  const lookAgain = async () => ({ ...(await health.look()), looks });

  await expect.poll(lookAgain, { timeout: 5000 }).toMatchObject({ looks: 2, status: 'ready' });
});
