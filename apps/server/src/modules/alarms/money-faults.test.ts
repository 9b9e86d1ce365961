import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildChargeback } from '../../../test/factories/chargebacks.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment, type PaymentRow } from '../../../test/factories/payments.ts';
import { buildQuestion } from '../../../test/factories/questions.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { readMoneyRules } from '../../../test/money-rules.ts';
import { contextOf } from '../../plugins/context.ts';
import { listMoneyFaults } from './alarms.queries.ts';

const { context, pool } = await createTestApp([]);
const worker = contextOf(context, 'worker');

const ago = (interval: string) => new Date(Date.now() - milliseconds(interval)).toISOString();
function milliseconds(interval: string): number {
  const [count = '', unit = ''] = interval.split(' ');
  const lengths: Readonly<Record<string, number>> = { minutes: 60_000, hours: 3_600_000, days: dayMs };
  return Number(count) * (lengths[unit] ?? Number.NaN);
}

const place = () => ({ medium_id: randomUUID(), opened_at: '2026-03-01T08:00:00Z' });
const unpaid = async () => await buildPayment(pool, { ...place(), status: 'payment_error', paid_minor: 0 });
const paid = async () => await buildPayment(pool, place());

/** An unpaid fare in this state, with a try that has just begun. */
async function tried(state: string, overrides: object = {}) {
  const { medium_id, payment_id } = await unpaid();
  await pool.query('update debts set state = $2 where medium_id = $1', [medium_id, state]);
  const now = { requested_at: ago('0 minutes'), next_at: ago('0 minutes') };
  return await buildCollection(pool, { medium_id, payment_id, ...now, ...overrides });
}

const approved = () => ({ outcome: 'approved', closed_at: ago('1 hours'), bank_reference: randomUUID() });

const declined = () => ({ outcome: 'declined', closed_at: ago('1 hours') });

/** A try that the bank approved an hour ago, with a payment of this amount. */
async function recovered(paidMinor: number) {
  const collection = await tried('approved', approved());
  const { medium_id, collection_id, closed_at } = collection;
  const opened_at = closed_at ?? '';
  const money = { due_minor: paidMinor, paid_minor: paidMinor };
  await buildPayment(pool, { medium_id, payment_id: collection_id, opened_at, reason: 'debt_recovery', ...money });
  return collection;
}

const rulesBrokenBy = async ({ payment_id }: Pick<PaymentRow, 'payment_id'>) =>
  (await listMoneyFaults(worker.pool)).filter(({ subject }) => subject === payment_id).map(({ rule }) => rule);

const refunding = async (payment: PaymentRow, overrides: object = {}) =>
  await buildRefund(pool, payment, { requested_at: ago('0 minutes'), next_at: ago('0 minutes'), ...overrides });
const refunded = () => ({ state: 'refunded', closed_at: ago('1 hours'), bank_reference: randomUUID() });

async function waitingChargeback(exported_at: string): Promise<string> {
  const piece = {
    piece_id: randomUUID(),
    about: randomUUID(),
    kind: 'chargeback',
    is_open: true,
    content: { rrn: '1' },
  };
  await insertRow(pool, 'feed_pieces', { ...piece, rank: exported_at, exported_at, file_id: 1, line_number: 2 });
  return piece.piece_id;
}

/** For each rule a function that breaks it and returns the subject of the alarm. */
const harms: Readonly<Record<string, () => Promise<string>>> = {
  two_open_collections: async () => {
    await pool.query('drop index collections__open');
    const { medium_id, payment_id } = await tried('submitting');
    await buildCollection(pool, { medium_id, payment_id, requested_at: ago('0 minutes'), next_at: ago('0 minutes') });
    return payment_id;
  },
  approved_without_payment: async () => (await tried('approved', approved())).collection_id,
  paid_more_than_asked: async () => (await recovered(741)).collection_id,
  charged_twice: async () => {
    const { medium_id, payment_id } = await recovered(740);
    await buildCollection(pool, { medium_id, payment_id, ...approved() });
    return payment_id;
  },
  collecting_without_collection: async () => {
    const { medium_id, payment_id } = await unpaid();
    await pool.query(`update debts set state = 'unknown' where medium_id = $1`, [medium_id]);
    return payment_id;
  },
  collection_of_no_debt: async () => (await tried('ready', { requested_at: ago('6 minutes') })).collection_id,
  stale_lease: async () => {
    const { medium_id, collection_id } = await tried('submitting');
    await pool.query('update collections set lease_until = $2 where medium_id = $1', [medium_id, ago('6 minutes')]);
    return collection_id;
  },
  overdue_collection: async () => (await tried('unknown', { next_at: ago('11 minutes') })).collection_id,
  bank_event_waiting: async () => {
    const event = { event_id: randomUUID(), reference: randomUUID(), received_at: ago('11 minutes') };
    await insertRow(pool, 'bank_events', { medium_id: randomUUID(), answer: {}, ...event });
    return event.event_id;
  },
  back_office_waiting: async () => {
    const message = { medium_id: randomUUID(), message_number: 1, message_id: randomUUID(), payment_id: randomUUID() };
    const fare = { operator_code: '1', srid: 'T0000000000000', amount_minor: 740, currency: 'CAD' };
    const waiting = { ...message, ...fare, kind: 'access_denied', created_at: ago('2 hours') };
    await insertRow(pool, 'back_office_messages', waiting);
    return message.message_id;
  },
  refunded_more_than_paid: async () => {
    const payment = await paid();
    await refunding(payment, { amount_minor: 741, ...refunded() });
    return payment.payment_id;
  },
  refund_not_shown_once: async () => (await refunding(await paid(), refunded())).refund_id,
  stale_refund_lease: async () => {
    const { refund_id } = await refunding(await paid());
    await pool.query('update refunds set lease_until = $2 where refund_id = $1', [refund_id, ago('6 minutes')]);
    return refund_id;
  },
  overdue_refund: async () => (await refunding(await paid(), { next_at: ago('11 minutes') })).refund_id,
  refunded_and_charged_back: async () => {
    const payment = await paid();
    await refunding(payment, { amount_minor: 370, ...refunded() });
    await buildChargeback(pool, { ...payment, amount_minor: 371, charged_back_at: ago('9 days') });
    return payment.payment_id;
  },
  charge_currency_corrected: async () => {
    const { collection_id, payment_id } = await recovered(740);
    await pool.query(`update payments set currency = 'GBP' where payment_id = $1`, [payment_id]);
    return collection_id;
  },
  refund_currency_corrected: async () => {
    const payment = await paid();
    const { refund_id } = await refunding(payment, refunded());
    await pool.query(`update payments set currency = 'GBP' where payment_id = $1`, [payment.payment_id]);
    return refund_id;
  },
  chargeback_waiting: async () => await waitingChargeback(ago('15 days')),
  bank_refuses_all: async () => {
    const operator_code = randomUUID();
    for (let card = 0; card < 20; card += 1) await tried('declined', { operator_code, ...declined() });
    return operator_code;
  },
  question_waiting: async () => {
    const operator_code = randomUUID();
    for (const answer_until of [ago('1 minutes'), ago('2 days')])
      await buildQuestion(pool, { operator_code, answer_until });
    return operator_code;
  },
  undecided_collection: async () => (await tried('unknown', { requested_at: ago('2 days') })).collection_id,
  undecided_refund: async () => (await refunding(await paid(), { requested_at: ago('2 days') })).refund_id,
};

describe('the view of broken rules about money', () => {
  it.each(Object.entries(harms))('names the rule and its subject: %s', async (rule, harm) => {
    const subject = await harm();

    const faults = await listMoneyFaults(worker.pool);

    expect(faults).toContainEqual({ rule, subject, facts: expect.anything() });
  });

  it('accepts a second charge of a fare that was delivered as unpaid once more, and no third one', async () => {
    const { medium_id, payment_id } = await recovered(740);
    const again = { medium_id, payment_id, version: 5, event: 'delivered_unpaid', state: 'owed', source: 'feed' };
    await insertRow(pool, 'debt_events', { ...again, amount_minor: 740, currency: 'CAD', at: ago('1 hours') });
    await buildCollection(pool, { medium_id, payment_id, ...approved() });
    expect(await rulesBrokenBy({ payment_id })).not.toContain('charged_twice');

    await buildCollection(pool, { medium_id, payment_id, ...approved() });

    expect(await rulesBrokenBy({ payment_id })).toContain('charged_twice');
  });

  it('counts all refunds of a payment, also those of earlier days', async () => {
    const payment = await paid();
    await refunding(payment, { amount_minor: 740, ...refunded(), closed_at: ago('2 days') });
    await refunding(payment, { amount_minor: 1, ...refunded() });

    expect(await listMoneyFaults(worker.pool)).toContainEqual({
      rule: 'refunded_more_than_paid',
      subject: payment.payment_id,
      facts: { refundedMinor: 741 },
    });
  });

  it('counts a refund of the back office beside ours', async () => {
    const payment = await paid();
    const { medium_id, srid } = payment;
    const ours = await refunding(payment, { amount_minor: 740, ...refunded() });
    const move = { medium_id, srid, direction: 'credit', kind: 'refund', amount_minor: 740 };
    await buildSettlement(pool, { ...move, settlement_id: ours.refund_id });
    expect(await rulesBrokenBy(payment)).toEqual([]);

    await buildSettlement(pool, move);

    expect(await rulesBrokenBy(payment)).toEqual(['refunded_more_than_paid']);
  });

  it('counts all chargebacks of a payment, also those of months ago', async () => {
    const payment = await paid();
    await refunding(payment, { amount_minor: 370, ...refunded() });
    await buildChargeback(pool, { ...payment, amount_minor: 370, charged_back_at: ago('60 days') });
    await buildChargeback(pool, { ...payment, amount_minor: 1, charged_back_at: ago('9 days') });

    expect(await listMoneyFaults(worker.pool)).toContainEqual({
      rule: 'refunded_and_charged_back',
      subject: payment.payment_id,
      facts: { refundedMinor: 370, chargedBackMinor: 371 },
    });
  });

  it('compares no amounts of two currencies', async () => {
    const collection = await recovered(38_000);
    await pool.query(`update payments set currency = 'JPY' where payment_id = $1`, [collection.collection_id]);
    const payment = await paid();
    const { medium_id, srid } = payment;
    const { refund_id } = await refunding(payment, { amount_minor: 740, ...refunded() });
    await buildSettlement(pool, {
      ...{ medium_id, srid, settlement_id: refund_id },
      ...{ direction: 'credit', kind: 'refund', amount_minor: 740 },
    });

    // The back office delivers the payment in another currency.
    await pool.query(`update payments set currency = 'KWD', paid_minor = 165 where payment_id = $1`, [
      payment.payment_id,
    ]);

    expect(await rulesBrokenBy({ payment_id: collection.collection_id })).toEqual([]);
    expect(await rulesBrokenBy(payment)).toEqual([]);
  });

  it('names a refund beside a chargeback in another currency: nothing tells whether the two are too much', async () => {
    const payment = await paid();
    await refunding(payment, { amount_minor: 370, ...refunded() });
    await buildChargeback(pool, { ...payment, currency: 'USD', amount_minor: 1, charged_back_at: ago('9 days') });

    expect(await listMoneyFaults(worker.pool)).toContainEqual({
      rule: 'refunded_and_charged_back',
      subject: payment.payment_id,
      facts: { refunds: 1, chargebacks: 1, isOtherCurrency: true },
    });
  });

  it('gives a chargeback two weeks to find its charge', async () => {
    const subject = await waitingChargeback(ago('13 days'));

    expect((await listMoneyFaults(worker.pool)).map((fault) => fault.subject)).not.toContain(subject);
  });

  it.each([
    ['that the bank took for the back office', 370],
    ['that we had the bank collect', 0],
  ])('accepts a refund of money %s while the fare is still delivered as unpaid', async (_, takenMinor) => {
    const fare = await unpaid();
    const { medium_id, srid } = fare;
    if (takenMinor > 0) await buildSettlement(pool, { medium_id, srid, amount_minor: takenMinor });
    else await pool.query(`update debts set state = 'ready', due_minor = 370 where medium_id = $1`, [medium_id]);

    await refunding(fare, { amount_minor: 185, ...refunded() });
    await buildChargeback(pool, { medium_id, srid, amount_minor: 185, charged_back_at: ago('9 days') });
    expect(await rulesBrokenBy(fare)).not.toContain('refunded_and_charged_back');
    await refunding(fare, { amount_minor: 185, ...refunded() });
    expect(await rulesBrokenBy(fare)).not.toContain('refunded_more_than_paid');
    await refunding(fare, { amount_minor: 1, ...refunded() });
    expect(await rulesBrokenBy(fare)).toEqual(
      expect.arrayContaining(['refunded_and_charged_back', 'refunded_more_than_paid']),
    );
  });

  it('has no rule without a case above', async () => {
    const rules = await readMoneyRules(pool);

    expect(rules.toSorted()).toEqual(Object.keys(harms).toSorted());
  });
});
