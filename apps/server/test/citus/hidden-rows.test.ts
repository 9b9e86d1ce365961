import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { buildPayment } from '../factories/payments.ts';
import { createTestDatabase } from '../test-database.ts';

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
});
