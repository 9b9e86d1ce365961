import { randomUUID } from 'node:crypto';
import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { fillTable } from '../../../test/factories/every-table.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { declaredTables } from '../../database/tables/declared-tables.ts';
import { contextOf } from '../../plugins/context.ts';
import { forgetOldTravel } from './retention.service.ts';

const { context, pool } = await createTestApp([]);

/** The tables whose declaration promises that rows go with the travel of their time. */
const promised = Object.entries(declaredTables)
  .filter(([, { retention }]) => retention === 'retention.travelMonths')
  .map(([name]) => name);

const old = '2001-05-15T12:00:00Z';

async function rowsOf(tables: readonly string[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  // One after the other: at once, the last ones would wait too long for a connection on a busy cluster.
  for (const table of tables) counted[table] = (await pool.query(`select from ${table}`)).rows.length;
  return counted;
}

/** Moves all times of a table to an old one. */
async function age(table: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute
    where attrelid = $1::regclass and atttypid = 'timestamptz'::regtype and attgenerated = ''`,
    [table],
  );
  const set = rows.map(({ name }) => `${name} = case when ${name} is not null then $1::timestamptz end`);
  await pool.query(`update ${table} set ${set.join(', ')}`, [old]);
}

it('deletes every table whose declaration says that it goes with travel', async () => {
  await pool.query('select ensure_months(now(), now()), ensure_months($1, $1)', [old]);
  // Its checks compare columns; the other tables take any value. One that is open stays.
  const payment = await buildPayment(pool, { medium_id: randomUUID(), opened_at: old });
  await buildRefund(pool, payment, { state: 'declined', decline_code: 'other', closed_at: old });
  for (const table of promised) {
    if ((await rowsOf([table]))[table] === 0) {
      await fillTable(pool, table, { owner: 'medium_id', id: randomUUID(), marker: 'old' });
    }
    await age(table);
  }
  // A fare stays as long as it is owed, and a message until it is sent.
  await pool.query('update debts set state = $1', [settledDebtStates[0]]);
  await pool.query(`update back_office_messages set outcome = 'acknowledged', settled_at = $1`, [old]);
  expect(Object.values(await rowsOf(promised))).not.toContain(0);

  await forgetOldTravel(contextOf(context, 'worker'));

  expect(await rowsOf(promised)).toEqual(Object.fromEntries(promised.map((table) => [table, 0])));
});
