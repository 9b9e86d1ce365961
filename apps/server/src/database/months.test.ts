import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, isOnCluster } from '../../test/test-database.ts';

const { url } = await createTestDatabase();

const isMade = `select to_regclass('payments_' || to_char($1::timestamptz, 'YYYYMM')) is not null as is_made`;
const insertPayment = `insert into payments
  (medium_id, opened_at, payment_id, operator_code, reason, method, status, due_minor, paid_minor, currency,
  service_day, updated_at, exported_at, file_id, line_number)
values ($1, $2::timestamptz, $1, '1', 'trip', 'emv', 'accepted', 1, 1, 'CAD', now(), now(), now(), 1, 1)`;

async function pay(client: pg.Client, at: string): Promise<void> {
  await client.query('select ensure_months($1, $1)', [at]);
  await client.query(insertPayment, [randomUUID(), at]);
}

/** Pays as soon as the month is visible. */
async function payAfterwards(client: pg.Client, at: string): Promise<void> {
  let made = false;
  while (!made) made = (await client.query<{ is_made: boolean }>(isMade, [at])).rows[0]?.is_made === true;
  await pay(client, at);
}

it('a month takes the rows of all connections as soon as one has made it', async () => {
  const clients = Array.from({ length: 6 }, () => new pg.Client({ connectionString: url }));
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.end()));
  });
  await Promise.all(clients.map((client) => client.connect()));
  const [maker, ...others] = clients;
  if (maker === undefined) throw new Error('no connection');

  for (let month = 0; month < 30; month += 1) {
    const at = new Date(Date.UTC(2001, month, 5)).toISOString();
    await Promise.all([pay(maker, at), ...others.map((other) => payAfterwards(other, at))]);
  }

  const { rows } = await maker.query('select count(*)::int as paid from payments');
  expect(rows).toEqual([{ paid: 180 }]);
});

// On a cluster the nodes have the counts: `test/citus/statistics.test.ts`.
it.skipIf(isOnCluster())('of a month only the values are counted by which statements find rows', async () => {
  const client = new pg.Client({ connectionString: url });
  onTestFinished(() => client.end());
  await client.connect();
  await pay(client, '2004-01-05T08:00:00Z');

  await client.query('analyze payments_200401');

  const { rows } = await client.query(`select attname from pg_stats where tablename = 'payments_200401' order by 1`);
  const counted = ['medium_id', 'opened_at', 'operator_code', 'payment_id', 'reason', 'service_day', 'srid', 'status'];
  expect(rows.map(({ attname }) => attname)).toEqual(counted);
});
