import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { distributeTables } from '../../src/database/distribution.ts';
import { migrate } from '../../src/database/migrate.ts';
import { fillEveryTable, rowsPerTable } from '../factories/every-table.ts';
import { buildPayment } from '../factories/payments.ts';
import { baseline, migrationsUpTo, rowsOf } from '../older-database.ts';
import { onNodes } from '../on-nodes.ts';
import { createTestDatabase } from '../test-database.ts';
import { createEmptyCluster } from './cluster.ts';

const { pool } = await createTestDatabase();
const client = await pool.connect();
afterAll(() => client.release());

/** Tables that are spread over the nodes and still have rows of their own on the first one, where no statement sees them. */
async function tablesWithHiddenRows(on: pg.ClientBase): Promise<string[]> {
  const { rows } = await on.query<{ name: string }>(
    `select logicalrelid::text as name
    from pg_dist_partition
    join pg_class c on c.oid = logicalrelid and c.relkind = 'r'
    where pg_relation_size(logicalrelid) > 0`,
  );
  return rows.map(({ name }) => name);
}

async function paymentsOf(mediumId: string): Promise<number> {
  const counted = 'select count(*)::integer as count from payments where medium_id = $1';
  const { rows } = await pool.query<{ count: number }>(counted, [mediumId]);
  return rows[0]?.count ?? -1;
}

/** A card with an owed and a paid fare, both of that month. */
async function travelOf(month: string): Promise<string> {
  const at = { medium_id: randomUUID(), opened_at: `${month}-10T09:00Z`, closed_at: `${month}-11T09:00Z` };
  await buildPayment(pool, { ...at, status: 'payment_error', due_minor: 740, paid_minor: 200 });
  await buildPayment(pool, at);
  return at.medium_id;
}

describe('the first node of a cluster', () => {
  it('keeps no rows of a month that was exchanged for its owed fares', async () => {
    const mediumId = await travelOf('2024-02');
    expect(await paymentsOf(mediumId)).toBe(2);

    const { rows } = await pool.query(`select drop_month_before('2024-03-01Z') as dropped`);

    expect(rows).toEqual([{ dropped: 'payments_202402' }]);
    expect(await paymentsOf(mediumId)).toBe(1);
    expect(await tablesWithHiddenRows(client)).toEqual([]);
  });

  it('loses at the next start the rows that an exchange of an older release has left there', async () => {
    const mediumId = await travelOf('2024-01');
    const exchange = [
      'create table payments_202401_kept (like payments including all)',
      'insert into payments_202401_kept select * from payments_202401',
      'drop table payments_202401',
      'alter table payments_202401_kept rename to payments_202401',
      `alter table payments attach partition payments_202401 for values from ('2024-01-01Z') to ('2024-02-01Z')`,
    ];
    for (const statement of exchange) await client.query(statement);
    expect(await tablesWithHiddenRows(client)).toEqual(['payments_202401']);

    await distributeTables(client);

    expect(await tablesWithHiddenRows(client)).toEqual([]);
    expect(await paymentsOf(mediumId)).toBe(2);
  });

  it('keeps no rows of a database that was filled before it got the extension', async () => {
    const name = `tapfolio_filled_${randomBytes(6).toString('hex')}`;
    const url = await createEmptyCluster(inject('serverUrl'), name);
    const filled = new pg.Client({ connectionString: url });
    await filled.connect();
    try {
      await migrate({ url, directory: migrationsUpTo(baseline) });
      const tables = await fillEveryTable(filled);

      const spread = await distributeTables(filled);

      expect(spread).toContain('payments');
      expect(await tablesWithHiddenRows(filled)).toEqual([]);
      for (const table of tables) expect(await rowsOf(filled, table), table).toHaveLength(rowsPerTable);
    } finally {
      await filled.end();
      await onNodes([inject('serverUrl'), ...inject('workerUrls')], `drop database ${name} with (force)`);
    }
  });
});
