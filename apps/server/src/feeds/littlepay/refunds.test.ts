import { beforeEach, describe, expect, it } from 'vitest';
import { outcomesOfEveryOrder } from '../../../test/every-order.ts';
import { count, emptyTables } from '../../../test/feed-fixture.ts';
import { v3 } from '../../../test/littlepay-feed.ts';
import { deliver, one } from '../../../test/littlepay-import.ts';
import { later, night, payment, travel } from '../../../test/littlepay-payment.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { pool, url } = await createTestDatabase();
beforeEach(() => emptyTables(pool));

describe('a refund', () => {
  const refunded = 'select refund_minor::int as amount, refund_reason as reason from trips';

  it('that is approved is shown at its trip, in full or in part, and the movement of the money does not change it', async () => {
    await deliver(url, {
      ...travel,
      settlements: [v3.settlement('S', 'A', '3.60')],
      refunds: [v3.refund('R', 'M', '1.20')],
    });
    const before = await one(pool, refunded);
    await deliver(
      url,
      { credits: [v3.settlement('C', 'A', '1.20', { settlement_type: 'CREDIT', refund_id: 'R' })] },
      { at: '202510060430' },
    );

    expect(before).toEqual({ amount: 120, reason: 'Delay' });
    expect(await one(pool, refunded)).toEqual({ amount: 120, reason: 'Delay' });
    expect(await one(pool, payment)).toMatchObject({ due: 360, paid: 360, status: 'accepted' });
  });

  it('that was refused, or whose money did not move, is not shown; one approved later is', async () => {
    await deliver(url, { ...travel, refunds: [v3.refund('R1', 'M', '3.60', { approval_status: 'Refused' })] });
    const refused = await one(pool, refunded);
    await deliver(url, { refunds: [v3.refund('R2', 'M', '3.60')] }, { at: '202510050430' });
    const approved = await one(pool, refunded);
    const failed = v3.settlement('C', 'A', '3.60', {
      settlement_type: 'CREDIT',
      settlement_status: 'FAILED',
      refund_id: 'R2',
    });
    await deliver(url, { credits: [failed] }, { at: '202510060430' });

    expect(refused).toEqual({ amount: null, reason: null });
    expect(approved).toEqual({ amount: 360, reason: 'Delay' });
    expect(await one(pool, refunded)).toEqual({ amount: null, reason: null });
  });

  it('whose money moved only at the second try is shown at its trip, in every order of the files', async () => {
    const moved = (id: string, settlement_status: string) =>
      v3.settlement(id, 'A', '1.20', { settlement_type: 'CREDIT', settlement_status, refund_id: 'R' });
    const files = {
      '202510040430': {
        taps: [...travel.taps, v3.tap('T2', night)],
        links: [...travel.links, v3.link('T2', 'M2')],
        fares: [...travel.fares, v3.fare('M2', 'A', '3.60')],
        settlements: [v3.settlement('S', 'A', '7.20')],
        refunds: [v3.refund('R', 'M', '1.20')],
      },
      '202510050430': { credits: [moved('C1', 'FAILED')] },
      '202510060430': { credits: [moved('C2', 'SETTLED')] },
    };

    const shown = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: async () =>
        (await pool.query('select refund_minor::int as amount, refund_reason as reason from trips order by started_at'))
          .rows,
    });

    const whole = [
      { amount: 120, reason: 'Delay' },
      { amount: null, reason: null },
    ];
    expect(shown).toEqual([whole]);
  });

  it('without a fare is found by payment and price, or by the reference of the bank', async () => {
    const fares = [...travel.fares, v3.fare('M2', 'A', '1.00')];
    const both = { taps: [...travel.taps, v3.tap('T2', night)], links: [...travel.links, v3.link('T2', 'M2')], fares };
    const rrn = { retrieval_reference_number: 'rrn of A' };
    await deliver(url, {
      ...both,
      settlements: [v3.settlement('S', 'A', '4.60')],
      refunds: [
        v3.refund('R', null, '3.60', { aggregation_id: 'A' }),
        v3.refund('R2', null, '1.00', { ...rrn, transaction_amount: '1.00' }),
      ],
    });

    const { rows } = await pool.query('select refund_minor::int as amount from trips order by started_at');
    expect(rows).toEqual([{ amount: 360 }, { amount: 100 }]);
  });

  it('of an unknown fare waits and changes nothing', async () => {
    const reports = await deliver(url, { ...travel, refunds: [v3.refund('R', 'elsewhere', '3.60')] });

    const waiting = reports.map(({ counts }) => counts.toJSON().pieces?.waiting ?? 0);
    expect(waiting.reduce((sum, more) => sum + more, 0)).toBe(1);
    expect(await one(pool, refunded)).toEqual({ amount: null, reason: null });
  });

  it('without a request is only a movement of money', async () => {
    const credit = v3.settlement('C', 'A', '3.60', { settlement_type: 'CREDIT' });
    await deliver(url, { ...travel, settlements: [v3.settlement('S', 'A', '3.60')], credits: [credit] });

    expect(await one(pool, `select status, paid_minor::int as paid from payments where reason = 'refund'`)).toEqual({
      status: 'accepted',
      paid: -360,
    });
  });

  it('as a credit before the settlement lowers the amount due; as credit and as request it counts once', async () => {
    const credit = v3.fare('C', 'A', '-3.60', { type: 'CREDIT', charge_type: 'refund' });
    const two = {
      taps: [...travel.taps, v3.tap('T2', night)],
      links: [...travel.links, v3.link('T2', 'M2'), v3.link('T', 'C')],
      fares: [...travel.fares, v3.fare('M2', 'A', '1.00'), credit],
    };
    await deliver(url, { ...two, settlements: [v3.settlement('S', 'A', '1.00')] });
    const net = await one(pool, payment);
    await deliver(
      url,
      {
        settlements: [v3.settlement('S', 'A', '4.60', { record_updated_timestamp_utc: later })],
        refunds: [v3.refund('R', 'M', '3.60')],
        credits: [v3.settlement('K', 'A', '3.60', { settlement_type: 'CREDIT', refund_id: 'R' })],
      },
      { at: '202510060430' },
    );

    expect(net).toMatchObject({ due: 100, paid: 100, status: 'accepted' });
    expect(await one(pool, payment)).toMatchObject({ due: 460, paid: 460, status: 'accepted' });
    expect(await one(pool, 'select sum(refund_minor)::int as amount from trips')).toEqual({ amount: 360 });
    expect(await count(pool, 'trips')).toBe(2);
  });

  it('as a credit lowers the amount due also where the bank refused to send the same money by itself', async () => {
    const credit = v3.fare('C', 'A', '-1.00', { type: 'CREDIT', charge_type: 'refund' });
    const refused = v3.settlement('K', 'A', '1.00', { settlement_type: 'CREDIT', settlement_status: 'REJECTED' });
    await deliver(url, {
      ...travel,
      links: [...travel.links, v3.link('T', 'C')],
      fares: [...travel.fares, credit],
      settlements: [v3.settlement('S', 'A', '2.60'), refused],
    });

    expect(await one(pool, payment)).toMatchObject({ due: 260, paid: 260, status: 'accepted' });
  });

  it('of one trip does not change the credit of another', async () => {
    const credit = v3.fare('C', 'A', '-1.00', { type: 'CREDIT', charge_type: 'refund' });
    await deliver(url, {
      taps: [...travel.taps, v3.tap('T2', night)],
      links: [...travel.links, v3.link('T2', 'M2'), v3.link('T', 'C')],
      fares: [...travel.fares, v3.fare('M2', 'A', '2.00'), credit],
      settlements: [v3.settlement('S', 'A', '4.60')],
      refunds: [v3.refund('R', 'M2', '2.00', { transaction_amount: '2.00' })],
      credits: [v3.settlement('K', 'A', '2.00', { settlement_type: 'CREDIT', refund_id: 'R' })],
    });

    expect(await one(pool, payment)).toMatchObject({ due: 460, paid: 460, status: 'accepted' });
    const { rows } = await pool.query('select refund_minor::int as amount from trips order by started_at');
    expect(rows).toEqual([{ amount: 100 }, { amount: 200 }]);
  });

  it('whose trip is not known leaves a credit of its payment as it is: the charge shows that it was lowered', async () => {
    const credit = v3.fare('C', 'A', '-1.00', { type: 'CREDIT', charge_type: 'refund' });
    await deliver(url, {
      taps: [...travel.taps, v3.tap('T2', night)],
      links: [...travel.links, v3.link('T2', 'M2'), v3.link('T', 'C')],
      fares: [...travel.fares, v3.fare('M2', 'A', '3.60'), credit],
      settlements: [v3.settlement('S', 'A', '6.20')],
      refunds: [v3.refund('R', null, '3.60', { aggregation_id: 'A' })],
      credits: [v3.settlement('K', 'A', '3.60', { settlement_type: 'CREDIT', refund_id: 'R' })],
    });

    expect(await one(pool, payment)).toMatchObject({ due: 620, paid: 620, status: 'accepted' });
  });

  it('in two parts shows the reason of the newer export at its trip, in every order of the files', async () => {
    const parts = { '202510050430': ['R1', 'Delay'], '202510060430': ['R2', 'Broken reader'] } as const;

    const shown = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(parts),
      importOne: async (at) => {
        const [id, reason] = parts[at as keyof typeof parts];
        await deliver(url, { ...travel, refunds: [v3.refund(id, 'M', '1.00', { reason })] }, { at });
      },
      outcome: () => one(pool, refunded),
    });

    expect(shown).toEqual([{ amount: 200, reason: 'Broken reader' }]);
  });

  const [later4, later5] = ['2025-10-05T04:00:00.000Z', '2025-10-05T05:00:00.000Z'];
  const two = {
    taps: [...travel.taps, v3.tap('T2', night)],
    links: [...travel.links, v3.link('T2', 'M2'), v3.link('T', 'C')],
    fares: [...travel.fares, v3.fare('M2', 'A', '2.00')],
  };
  const credit = (at: string, more = {}) =>
    v3.fare('C', 'A', '-1.00', { type: 'CREDIT', charge_type: 'refund', record_updated_timestamp_utc: at, ...more });

  it('that names a payment by the price of its fare is not shown at the trip once that fare is part of another payment, in either order', async () => {
    const noted = (hour: number) => ({ record_updated_timestamp_utc: `2025-10-04T0${hour}:00:00.000Z` });
    const request = v3.refund('R', null, '1.20', { aggregation_id: 'A' });
    const files = {
      '202510040430': { ...travel, fares: [v3.fare('M', 'A', '3.60', noted(4))], refunds: [request] },
      '202510050430': { fares: [v3.fare('M', 'B', '3.60', noted(5))] },
    };

    const outcomes = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: () => one(pool, refunded),
    });

    expect(outcomes).toEqual([{ amount: null, reason: null }]);
  });

  it.each([
    [
      'a request that names another fare since',
      { refunds: [v3.refund('R', 'M', '2.00')] },
      { refunds: [v3.refund('R', 'M2', '2.00')] },
      [null, 200],
    ],
    [
      'a credit that is deleted since',
      { fares: [credit(later4)] },
      { fares: [credit(later5, { status: 'DELETED' })] },
      [null, null],
    ],
  ])('is gone from its trip, in every order of the files: %s', async (_, before, after, amounts) => {
    const files = { '202510040430': two, '202510050430': before, '202510060430': after };

    const shown = await outcomesOfEveryOrder({
      pool,
      files: Object.keys(files),
      importOne: async (at) => void (await deliver(url, files[at as keyof typeof files], { at })),
      outcome: async () => (await pool.query('select refund_minor::int as amount from trips order by started_at')).rows,
    });

    expect(shown).toEqual([amounts.map((amount) => ({ amount }))]);
  });
});
