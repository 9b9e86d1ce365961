import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { dumpSchema } from '../../../../scripts/lib/dump-schema.ts';
import { distributeTables } from '../../src/database/distribution.ts';
import { migrate } from '../../src/database/migrate.ts';
import { fillEveryTable, rowsPerTable } from '../factories/every-table.ts';
import { columnsOf, migrations, migrationsUpTo, rowsOf } from '../older-database.ts';
import { onNodes } from '../on-nodes.ts';
import { createTestDatabase } from '../test-database.ts';
import { createEmptyCluster } from './cluster.ts';

const { pool } = await createTestDatabase();
const fresh = await pool.connect();
const name = `tapfolio_upgrade_${randomBytes(6).toString('hex')}`;
const url = await createEmptyCluster(inject('serverUrl'), name);
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(async () => {
  fresh.release();
  await client.end();
  await onNodes([inject('serverUrl'), ...inject('workerUrls')], `drop database ${name} with (force)`);
});

const [baseline = '', ...later] = readdirSync(migrations).toSorted();

/** As a release does that ends with this migration. */
async function upgradeTo(last: string): Promise<void> {
  await migrate({ url, directory: migrationsUpTo(last) });
  await distributeTables(client);
}

it('gets the schema of a new cluster and keeps its rows, filled at the baseline, whichever releases it has run in between', async () => {
  await upgradeTo(baseline);
  const filled = await fillEveryTable(client);

  for (const migration of later) await upgradeTo(migration);

  expect(await dumpSchema(client)).toBe(await dumpSchema(fresh));
  const kept = await columnsOf(pool);
  for (const table of filled.filter((one) => kept.has(one)))
    expect(await rowsOf(client, table), table).toHaveLength(rowsPerTable);
});
