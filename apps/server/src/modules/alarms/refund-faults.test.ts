import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildChargeback } from '../../../test/factories/chargebacks.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildPayment, type PaymentRow } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { contextOf } from '../../plugins/context.ts';
import { listMoneyFaults } from './alarms.queries.ts';

const { context, pool } = await createTestApp([]);
const worker = contextOf(context, 'worker');

const place = () => ({ medium_id: randomUUID(), opened_at: '2026-03-01T08:00:00Z' });
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

const giveBack = async (payment: PaymentRow, amount_minor: number) =>
  await buildRefund(pool, payment, {
    ...{ amount_minor, state: 'refunded', closed_at: anHourAgo(), bank_reference: randomUUID() },
  });
const chargeBack = async ({ medium_id, srid }: PaymentRow, amount_minor: number) =>
  await buildChargeback(pool, {
    ...{ medium_id, srid, amount_minor },
    charged_back_at: new Date(Date.now() - 9 * dayMs).toISOString(),
  });
const charge = async ({ medium_id, srid }: PaymentRow, change: Parameters<typeof buildSettlement>[1] | object = {}) =>
  await buildSettlement(pool, { medium_id, srid, ...change });

/** The newest delivery of a payment. */
const deliver = async ({ payment_id }: PaymentRow, dueMinor: number, paidMinor: number) =>
  await pool.query('update payments set due_minor = $2, paid_minor = $3 where payment_id = $1', [
    payment_id,
    dueMinor,
    paidMinor,
  ]);

/** A fare of 7.40 of which the bank had taken this much, and took the rest for us. */
async function collected({ beforeMinor = 0, isUnpaid = true } = {}) {
  const fare = await buildPayment(pool, { ...place(), status: 'payment_error', paid_minor: beforeMinor });
  const { medium_id, payment_id, srid } = fare;
  const amount_minor = 740 - beforeMinor;
  await pool.query(
    `update debts set state = 'ready', is_unpaid = $2, due_minor = $3, paid_before_minor = $4 where medium_id = $1`,
    [medium_id, isUnpaid, amount_minor, beforeMinor],
  );
  const own = { medium_id, payment_id, srid: srid ?? '', amount_minor, bank_reference: 'ours' };
  await buildCollection(pool, { ...own, outcome: 'approved', closed_at: anHourAgo() });
  return fare;
}

/** Payments of which the bank took 7.40. */
const ofSevenForty: Readonly<Record<string, () => Promise<PaymentRow>>> = {
  'whose fare was corrected to less after it was paid': async () => {
    const payment = await buildPayment(pool, place());
    await charge(payment);
    await deliver(payment, 250, 250);
    return payment;
  },
  'whose request to the bank was delivered again under another id': async () => {
    const payment = await buildPayment(pool, place());
    for (const _ of ['first', 'again']) await charge(payment, { retrieval_reference: 'one' });
    return payment;
  },
  'that the bank charged twice': async () => {
    const payment = await buildPayment(pool, { ...place(), due_minor: 370, paid_minor: 370 });
    for (const retrieval_reference of ['one', 'two']) await charge(payment, { amount_minor: 370, retrieval_reference });
    return payment;
  },
  'that we had the bank collect, and that was lowered afterwards': async () => {
    const fare = await collected({ isUnpaid: false });
    await deliver(fare, 250, 0);
    return fare;
  },
  'that we had the bank collect, which the back office delivers too': async () => {
    const fare = await collected();
    await charge(fare, { kind: 'debt_recovery', retrieval_reference: 'ours' });
    return fare;
  },
  'of which a part was paid before we had the bank collect the rest': async () => await collected({ beforeMinor: 370 }),
  'of which a part was paid before, which the back office forgot': async () => {
    const fare = await collected({ beforeMinor: 370 });
    await deliver(fare, 740, 0);
    return fare;
  },
};

const broken = async ({ payment_id }: PaymentRow) =>
  (await listMoneyFaults(worker.pool))
    .filter(({ subject, rule }) => subject === payment_id && rule.startsWith('refunded_'))
    .map(({ rule }) => rule);

describe.each(Object.entries(ofSevenForty))('of a payment %s', (_, build) => {
  it('all that the bank took may be given back, and no more', async () => {
    const payment = await build();

    await giveBack(payment, 740);
    expect(await broken(payment)).toEqual([]);
    await giveBack(payment, 1);
    expect(await broken(payment)).toEqual(['refunded_more_than_paid']);
  });

  it('so it is if the card holder’s bank takes a part back', async () => {
    const payment = await build();

    await giveBack(payment, 370);
    await chargeBack(payment, 370);
    expect(await broken(payment)).toEqual([]);
    await giveBack(payment, 1);
    expect(await broken(payment)).toEqual(['refunded_and_charged_back']);
  });
});
