import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createPool } from '../../database/pool.ts';
import { transaction } from '../../lib/sql.ts';
import { listMoneyFaults } from './alarms.queries.ts';

const { pool, url } = await createTestDatabase();

const rows = 20_000;
/** A payment every forty minutes, over a year and a half; each was refused, collected, and refunded in part. */
const at = `timestamptz '${new Date().toISOString()}' - n * interval '40 minutes'`;
const uuidOf = (what: string) => `md5('${what}' || n)::uuid`;
const ofPayment = `${uuidOf('medium')}, ${uuidOf('payment')}, '1', 'R' || n, 740, 'CAD'`;
const paymentColumns = 'medium_id, payment_id, operator_code, srid, amount_minor, currency';

const fills: readonly string[] = [
  `payments (medium_id, payment_id, operator_code, srid, due_minor, currency, opened_at, reason, method, status, paid_minor, service_day,
      updated_at, exported_at, file_id, line_number)
    select ${ofPayment}, ${at}, 'trip', 'emv', 'accepted', 740, now(), now(), now(), 1, n from generate_series(1, ${rows}) n`,
  `payments (medium_id, payment_id, operator_code, srid, due_minor, currency, opened_at, reason, method, status, paid_minor, service_day,
      updated_at, exported_at, file_id, line_number)
    select ${uuidOf('medium')}, ${uuidOf('collection')}, '1', 'R' || n, 740, 'CAD', ${at}, 'debt_recovery', 'emv', 'accepted', 740, now(), now(),
      now(), 2, n from generate_series(1, ${rows}) n`,
  `settlements (medium_id, settlement_id, operator_code, srid, amount_minor, kind, direction, approved, exported_at, file_id, line_number)
    select ${uuidOf('medium')}, ${uuidOf('refund')}, '1', 'R' || n, 240, 'refund', 'credit', true, now(), 1, n
    from generate_series(1, ${rows}) n`,
  `debts (${paymentColumns.replace('amount', 'due')}, opened_at, paid_minor, is_unpaid, state, state_at, version)
    select ${ofPayment}, ${at}, 0, false, 'ready', now(), 3 from generate_series(1, ${rows}) n`,
  `debt_events (medium_id, payment_id, version, event, state, amount_minor, currency, source, at)
    select ${uuidOf('medium')}, ${uuidOf('payment')}, 1, 'delivered_unpaid', 'owed', 740, 'CAD', 'feed', ${at}
    from generate_series(1, ${rows}) n`,
  `collections (${paymentColumns}, collection_id, attempt_key, asked_by, requested_at, next_at, outcome, bank_reference, closed_at)
    select ${ofPayment}, ${uuidOf('collection')}, gen_random_uuid(), 'passenger', ${at}, ${at}, 'approved', 'B' || n, ${at}
    from generate_series(1, ${rows}) n`,
  `refunds (${paymentColumns}, refund_id, opened_at, reason, state, attempt_key, asked_by, requested_at, next_at, bank_reference, closed_at)
    select ${ofPayment.replace('740', '240')}, ${uuidOf('refund')}, ${at}, 'delay', 'refunded', gen_random_uuid(), gen_random_uuid(), ${at}, ${at},
      'B' || n, ${at} from generate_series(1, ${rows}) n`,
  `chargebacks (medium_id, chargeback_id, operator_code, srid, amount_minor, currency, charged_back_at, retrieval_reference, exported_at, file_id,
      line_number)
    select ${uuidOf('medium')}, gen_random_uuid(), '1', 'R' || n, 240, 'CAD', ${at}, 'B' || n, now(), 1, n
    from generate_series(1, ${rows}) n
    where n % 20 = 0`,
];

const tables = ['settlements', 'debts', 'debt_events', 'collections', 'refunds', 'payments'];

it('reads what is new, and not all that there ever was', { timeout: 120_000 }, async () => {
  const filler = createPool({ url, statementSeconds: 100 });
  await filler.query(`select ensure_months(now() - interval '2 years', now())`);
  for (const fill of fills) await filler.query(`insert into ${fill}`);
  await filler.query('analyze');
  await filler.end();

  const read = await transaction(pool, async (tx) => {
    expect(await listMoneyFaults(tx)).toEqual([]);
    return await tx.query<{ name: string; rows: string }>(
      `select tables.name, coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as rows
      from unnest($1::text[]) as tables (name)
      join pg_stat_xact_user_tables on relname ~ ('^' || tables.name || '(_[0-9]{6})?$')
      group by tables.name`,
      [tables],
    );
  });

  expect(read.rows).toHaveLength(tables.length);
  for (const { name, rows: count } of read.rows) expect.soft(Number(count), name).toBeLessThan(rows / 4);
});
