import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { distributeTables, distributionLock, readFromNodes } from '../../src/database/distribution.ts';
import { declaredTables } from '../../src/database/tables/declared-tables.ts';
import { databaseParts, roleOf } from '../../src/database/tables/part-names.ts';
import { createTestDatabase } from '../test-database.ts';

const { pool } = await createTestDatabase();
const client = await pool.connect();
afterAll(() => client.release());

it('has distributed every table as declared', async () => {
  const { rows } = await client.query<{ name: string; by: string | null; method: string; neighbours: string[] }>(`
    select logicalrelid::text as name, column_to_column_name(logicalrelid, partkey) as by, partmethod as method,
      (select array_agg(p.logicalrelid::text) from pg_dist_partition p where p.colocationid = one.colocationid) as neighbours
    from pg_dist_partition one
    where logicalrelid not in (select inhrelid from pg_inherits)`);

  const spread = Object.entries(declaredTables).filter(([, { distribution }]) => distribution !== 'local');
  const found = Object.fromEntries(rows.map(({ name, by }) => [name, by]));
  expect(found).toEqual(
    Object.fromEntries(
      spread.map(([name, { distribution }]) => [name, typeof distribution === 'string' ? null : distribution.by]),
    ),
  );
  for (const [name, { distribution }] of spread)
    if (typeof distribution !== 'string')
      expect(rows.find((row) => row.name === name)?.neighbours, name).toContain(distribution.group);
});

it('finds nothing to distribute at the next start', async () => {
  expect(await distributeTables(client)).toEqual([]);
});

it('waits for another process that distributes tables, longer than for other locks', async () => {
  const other = await pool.connect();
  await other.query('select pg_advisory_lock($1)', [distributionLock]);

  const spread = distributeTables(client);
  await other.query(`select pg_sleep(1 + extract(epoch from current_setting('lock_timeout')::interval))`);
  await other.query('select pg_advisory_unlock($1)', [distributionLock]);
  other.release();

  expect(await spread).toEqual([]);
});

it.each(databaseParts)('lets %s read from every node', async (part) => {
  await client.query(`set role ${roleOf(part)}`);

  await expect(readFromNodes(client, part)).resolves.toBeUndefined();

  await client.query('reset role');
});

it('finds a role without a login on the nodes', async () => {
  const role = `tapfolio_without_login_${randomBytes(4).toString('hex')}`;
  await client.query(`create role ${role} in role ${roleOf('portal')}`);

  await client.query(`set role ${role}`);
  const failure = await readFromNodes(client, 'portal').catch((error: unknown) => error);
  await client.query(`reset role; drop role ${role}`);

  expect(String(failure)).toContain('not permitted to log in');
});
