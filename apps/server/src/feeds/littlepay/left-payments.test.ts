import { beforeEach, describe, expect, it } from 'vitest';
import { outcomesOfEveryOrder } from '../../../test/every-order.ts';
import { emptyTables } from '../../../test/feed-fixture.ts';
import { v3 } from '../../../test/littlepay-feed.ts';
import { deliver, one } from '../../../test/littlepay-import.ts';
import { night } from '../../../test/littlepay-payment.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

const day = { taps: [v3.tap('T1', '2025-10-03T08:00:00.000Z')], links: [v3.link('T1', 'M1')] };
const fareIn = (aggregation: string, hour: number) =>
  v3.fare('M1', aggregation, '3.00', { record_updated_timestamp_utc: `2025-10-04T0${hour}:00:00.000Z` });

describe('a payment that all its fares have left', () => {
  it('costs nothing once its only fare is part of another payment, and costs that again when the fare comes back', async () => {
    const payments = async () =>
      (await pool.query('select due_minor::int as due, status, opened_at from payments order by due_minor')).rows;
    const opened_at = '2025-10-03 08:00:00+00';
    const moved = [
      { due: 0, status: 'none', opened_at },
      { due: 300, status: 'open', opened_at },
    ];
    await deliver(url, { ...day, fares: [fareIn('A', 4)] });
    expect(await payments()).toEqual([{ due: 300, status: 'open', opened_at }]);

    await deliver(url, { fares: [fareIn('B', 5)] }, { at: '202510050430' });
    expect(await payments()).toEqual(moved);
    const reference = await one(pool, `select srid from payments where due_minor = 300`);

    await deliver(url, { fares: [fareIn('A', 6)] }, { at: '202510060430' });
    expect(await payments()).toEqual(moved);
    expect(await one(pool, `select srid from payments where due_minor = 300`)).not.toEqual(reference);
  });

  it('keeps its refund: the fare that leaves it is not shown as refunded in the other payment, in every order of the files', async () => {
    const back = { settlement_type: 'CREDIT', request_created_timestamp_utc: night };
    const files = {
      '202510040430': { ...day, fares: [fareIn('A', 4)] },
      '202510050430': { settlements: [v3.settlement('C', 'A', '3.00', back)] },
      '202510060430': { fares: [fareIn('B', 6)] },
    };
    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: async () => await one(pool, 'select refund_minor::int as refunded from trips'),
    });

    expect(outcomes).toEqual([{ refunded: null }]);
  });

  it('is owed if the bank refused it, also where the fare comes after its correction', async () => {
    const files = {
      '202510040430': { ...day, fares: [fareIn('A', 4)] },
      '202510050430': { fares: [fareIn('B', 5)] },
      '202510060430': { answers: [v3.answer('A', night, 'DECLINED', { amount: '3.00' })] },
    };

    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: async () => ({
        payments: (await pool.query('select due_minor::int as due, status from payments order by status')).rows,
        debts: (await pool.query('select due_minor::int as due, state from debts')).rows,
      }),
    });

    const payments = [
      { due: 300, status: 'open' },
      { due: 300, status: 'payment_error' },
    ];
    expect(outcomes).toEqual([{ payments, debts: [{ due: 300, state: 'owed' }] }]);
  });

  it.each(['PENDING', 'SETTLED'])(
    'costs nothing once its only settlement (%s) is part of another payment',
    async (status) => {
      const of = (aggregation: string, hour: number) => ({
        settlements: [
          v3.settlement('S', aggregation, '3.00', {
            settlement_status: status,
            record_updated_timestamp_utc: `2025-10-04T0${hour}:00:00.000Z`,
          }),
        ],
      });
      const files = { '202510040430': of('A', 4), '202510050430': of('B', 5), '202510060430': of('C', 6) };

      const outcomes = await outcomesOfEveryOrder({
        pool,
        files: Object.keys(files),
        importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
        outcome: async () =>
          (await pool.query('select due_minor::int as due, paid_minor::int as paid, status from payments order by 1'))
            .rows,
      });

      const left = { due: 0, paid: 0, status: 'none' };
      const paid = status === 'SETTLED' ? { paid: 300, status: 'accepted' } : { paid: 0, status: 'pending' };
      expect(outcomes).toEqual([[left, left, { due: 300, ...paid }]]);
    },
  );

  it('keeps its settlement as long as the card of the payment that it is part of since is not known', async () => {
    const of = (aggregation: string, hour: number, more = {}) => ({
      settlements: [
        v3.settlement('S', aggregation, '3.00', {
          record_updated_timestamp_utc: `2025-10-04T0${hour}:00:00.000Z`,
          ...more,
        }),
      ],
    });
    await deliver(url, { ...day, fares: [fareIn('A', 4)], ...of('A', 4) });

    await deliver(url, of('B', 5, { funding_source_id: '' }), { at: '202510050430' });

    expect(await one(pool, 'select due_minor::int as due, paid_minor::int as paid, status from payments')).toEqual({
      due: 300,
      paid: 300,
      status: 'accepted',
    });
  });

  it('is none if it never had more than a refund, which is part of another payment', async () => {
    const of = (aggregation: string, hour: number) => ({
      settlements: [
        v3.settlement('S', aggregation, '3.00', {
          settlement_type: 'CREDIT',
          record_updated_timestamp_utc: `2025-10-04T0${hour}:00:00.000Z`,
        }),
      ],
    });
    const files = { '202510040430': of('A', 4), '202510050430': of('B', 5) };

    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: async () => (await pool.query('select reason, paid_minor::int as paid from payments')).rows,
    });

    expect(outcomes).toEqual([[{ reason: 'refund', paid: -300 }]]);
  });

  it('leaves its settlement to the card of the payment that it is part of since', async () => {
    const other = { customer_id: 'customer of other', funding_source_id: 'other' };
    const of = (aggregation: string, hour: number, more = {}) => ({
      settlements: [
        v3.settlement('S', aggregation, '3.00', {
          record_updated_timestamp_utc: `2025-10-04T0${hour}:00:00.000Z`,
          ...more,
        }),
      ],
    });
    const files = {
      '202510040430': { ...day, fares: [fareIn('A', 4)], ...of('A', 4) },
      '202510050430': { fares: [v3.fare('M2', 'B', '3.00', other)] },
      '202510060430': of('B', 6, other),
    };

    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: async () =>
        (
          await pool.query(`select due_minor::int as due, paid_minor::int as paid, status,
              (select count(*)::int from settlements where medium_id = payments.medium_id) as settlements
            from payments order by paid`)
        ).rows,
    });

    const left = { due: 300, paid: 0, status: 'open', settlements: 0 };
    expect(outcomes).toEqual([[left, { due: 300, paid: 300, status: 'accepted', settlements: 1 }]]);
  });
});
