import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { distributeTables } from '../../src/database/distribution.ts';
import { lockImporter, unlockImporter } from '../../src/database/importer-lock.ts';
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

/** What releases until November 2026 did with a month, here with all its rows. */
async function exchangeAsOlderRelease(month: string, [from, to]: [string, string]): Promise<void> {
  for (const statement of [
    `create table payments_${month}_kept (like payments including all)`,
    `insert into payments_${month}_kept select * from payments_${month}`,
    `drop table payments_${month}`,
    `alter table payments_${month}_kept rename to payments_${month}`,
    `alter table payments attach partition payments_${month} for values from ('${from}') to ('${to}')`,
  ])
    await client.query(statement);
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
    await exchangeAsOlderRelease('202401', ['2024-01-01Z', '2024-02-01Z']);
    expect(await tablesWithHiddenRows(client)).toEqual(['payments_202401']);

    await distributeTables(client);

    expect(await tablesWithHiddenRows(client)).toEqual([]);
    expect(await paymentsOf(mediumId)).toBe(2);
  });

  it('keeps them until the next start while a reader has the table, or an import runs', async () => {
    await travelOf('2024-03');
    await exchangeAsOlderRelease('202403', ['2024-03-01Z', '2024-04-01Z']);
    const other = await pool.connect();
    // However long a busy machine takes to look at all tables meanwhile.
    await other.query('set idle_in_transaction_session_timeout = 0');

    await other.query('begin');
    await other.query('select from payments limit 1');
    await distributeTables(client);
    await other.query('commit');
    expect(await tablesWithHiddenRows(client)).toEqual(['payments_202403']);

    await lockImporter(other);
    await distributeTables(client);
    await unlockImporter(other);
    expect(await tablesWithHiddenRows(client)).toEqual(['payments_202403']);

    other.release();
    await distributeTables(client);
    expect(await tablesWithHiddenRows(client)).toEqual([]);
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
