import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildApiKey } from '../../../test/factories/api-keys.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildChargeback } from '../../../test/factories/chargebacks.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { receiptCalls } from '../../../test/receipt-calls.ts';
import { codeOf } from '../../../test/refusal-code.ts';
import { silentBank } from '../../../test/silent-bank.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { applyChargeOutcome } from '../debts/apply-charge-outcome.service.ts';
import { applyRefundOutcome } from '../refunds/apply-refund-outcome.service.ts';
import { reportedRefunds } from '../refunds/reported-refunds.service.ts';
import { settleRefunds } from '../refunds/settle-refunds.service.ts';

const testApp = await createTestApp([portalRole]);
const { context, pool, signIn } = testApp;
const { ask } = receiptCalls(testApp);
const worker = contextOf(context, 'worker');
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

/** An old card, last used eleven days ago, with less than a page of payments. */
async function oldCard() {
  const passenger = await signIn();
  const { medium_id } = await buildMedium(pool, { first_seen_at: daysAgo(400), last_seen_at: daysAgo(11) });
  const { card_id } = await buildCard(pool, { passenger_id: passenger.passengerId, medium_id });
  return { passenger, medium_id, url: `/public/api/v1/portal/cards/${card_id}/payments` };
}

const answered = { amountMinor: 740, currency: 'CAD', bankReference: 'B' };

/** The bank collects an unpaid fare of 7.40 CAD for us. Returns the id of its line in the history. */
async function collect(medium_id: string, taken = answered): Promise<string> {
  const unpaid = { status: 'payment_error', paid_minor: 0 };
  const { payment_id, srid } = await buildPayment(pool, { medium_id, opened_at: daysAgo(12), ...unpaid });
  const { collection_id } = await buildCollection(pool, { medium_id, payment_id, srid: srid ?? '' });
  await pool.query(`update debts set state = 'submitting' where payment_id = $1`, [payment_id]);
  await applyChargeOutcome(
    worker,
    { mediumId: medium_id, collectionId: collection_id },
    { state: 'captured', ...taken },
  );
  return collection_id;
}

/** The bank refunds a payment of 7.40 CAD for us, with its one trip. Returns the id of its line in the history. */
async function giveBack(medium_id: string, given = answered): Promise<string> {
  const payment = await buildPayment(pool, { medium_id, opened_at: daysAgo(12) });
  const { trip_id } = await buildTrip(pool, { medium_id, started_at: daysAgo(12), srid: payment.srid });
  const { refund_id } = await buildRefund(pool, payment, { state: 'submitting', amount_minor: 740, trip_id });
  await applyRefundOutcome(worker, { mediumId: medium_id, refundId: refund_id }, { state: 'refunded', ...given });
  return refund_id;
}

it.each([
  ['debt_recovery', (medium_id: string) => collect(medium_id)],
  ['refund', (medium_id: string) => giveBack(medium_id)],
] as const)(
  'a payment of reason %s that we make days after the last use of the card is in its history',
  async (reason, make) => {
    const { passenger, medium_id, url } = await oldCard();
    const id = await make(medium_id);

    const tomorrow = daysAgo(-1);
    const pages = await Promise.all([url, `${url}?to=${tomorrow}`].map((of) => passenger.call({ url: of })));
    const detail = await passenger.call({ url: `${url}/${id}` });

    for (const page of pages)
      expect(paymentPage.parse(page.json()).items.map((item) => item.reason)).toEqual([reason, 'trip']);
    expect(paymentDetail.parse(detail.json())).toMatchObject({ id, reason });
  },
);

it.each([
  ['less', { amountMinor: 500 }],
  ['more', { amountMinor: 1000 }],
  ['another currency', { currency: 'USD' }],
])('a bank that takes %s than it was asked for raises one alarm, which says so', async (_, other) => {
  const { medium_id } = await oldCard();

  const subject = await collect(medium_id, { ...answered, ...other });

  const { rows } = await pool.query('select kind, detail from operator_alarms where subject = $1', [subject]);
  const detail = { amountMinor: 740, currency: 'CAD', ...other, askedMinor: 740 };
  expect(rows).toEqual([{ kind: 'charged_other_amount', detail }]);
});

describe('a fare that the bank collected for us in another currency', () => {
  const taken = { amountMinor: 540, currency: 'USD', bankReference: 'B' };
  const movement = { direction: 'debit', kind: 'debt_recovery', amount: { amountMinor: 540, currency: 'USD' } };

  it('is not called paid, has no receipt, and lists what the bank took', async () => {
    const { passenger, medium_id, url } = await oldCard();
    const lineId = await collect(medium_id, taken);

    const { items } = paymentPage.parse((await passenger.call({ url })).json());
    const fare = items.find(({ reason }) => reason === 'trip');
    const detail = paymentDetail.parse((await passenger.call({ url: `${url}/${fare?.id}` })).json());
    const receipt = await passenger.call({ url: `${url}/${fare?.id}/receipt` });

    expect(items.find(({ id }) => id === lineId)).toMatchObject({ paid: movement.amount });
    expect(detail).toMatchObject({ status: 'corrupted', receiptAvailable: false, charges: [movement] });
    expect(codeOf(receipt)).toBe('NWA0013');
  });

  it('says among the unpaid fares and at the card what the bank took', async () => {
    const { passenger, medium_id, url } = await oldCard();
    await collect(medium_id, taken);

    const debts = await passenger.call({ url: url.replace('/payments', '/debts') });
    const card = await passenger.call({ url: url.replace('/payments', '') });

    const amount = { amountMinor: 540, currency: 'USD' };
    expect(debts.json()).toMatchObject({ items: [{ state: 'approved', amount }] });
    expect(card.json()).toMatchObject({ card: { debt: { state: 'approved', due: [amount] } } });
  });

  it('is found by a guest with the amount on the statement, and says the same', async () => {
    const { passenger, medium_id, url } = await oldCard();
    await collect(medium_id, taken);
    const { items } = paymentPage.parse((await passenger.call({ url })).json());

    for (const amountMinor of [540, 740]) {
      const found = await ask('search', { srid: items.at(-1)?.srid, amountMinor });
      expect(found.json()).toMatchObject({ items: [{ status: 'corrupted', available: false }] });
    }
  });
});

it('a chargeback in another currency is shown in that, in no sum, and ends the receipt', async () => {
  const { passenger, medium_id, url } = await oldCard();
  const payment = await buildPayment(pool, { medium_id, opened_at: daysAgo(12) });
  const { srid } = payment;
  const back = { amount_minor: 540, currency: 'USD', charged_back_at: daysAgo(3) };
  await buildChargeback(pool, { ...payment, ...back });

  const detail = paymentDetail.parse((await passenger.call({ url: `${url}/${payment.payment_id}` })).json());
  const found = await ask('search', { srid, amountMinor: 740 });

  const amount = { amountMinor: 540, currency: 'USD' };
  expect(detail).toMatchObject({ refunded: null, charges: [{ direction: 'credit', amount }], receiptAvailable: false });
  expect(found.json()).toMatchObject({ items: [{ refunds: [{ amount }], available: false }] });
});

describe('a refund that the bank made for us in another currency', () => {
  const given = { amountMinor: 540, currency: 'USD', bankReference: 'B' };
  const back = { amountMinor: 540, currency: 'USD' };

  async function refunded() {
    const card = await oldCard();
    const { passenger, medium_id, url } = card;
    const refundId = await giveBack(medium_id, given);
    const read = async () => {
      const { items } = paymentPage.parse((await passenger.call({ url })).json());
      const [line, fare] = items;
      if (line === undefined || fare === undefined) throw new Error('the history has the refund and its payment');
      const detail = paymentDetail.parse((await passenger.call({ url: `${url}/${fare.id}` })).json());
      return { items, line, detail };
    };
    return { ...card, refundId, read };
  }

  it('is a line with what the bank gave back; the payment lists it, and has no receipt and no sum of two currencies', async () => {
    const { passenger, url, refundId, read } = await refunded();

    const { line, detail } = await read();
    const receipt = await passenger.call({ url: `${url}/${detail.id}/receipt` });

    const minus = { ...back, amountMinor: -540 };
    expect(line).toMatchObject({ id: refundId, reason: 'refund', paid: minus, total: minus });
    const movement = { direction: 'credit', kind: 'refund', amount: back };
    expect(detail).toMatchObject({
      status: 'accepted',
      paid: { amountMinor: 740 },
      refunded: null,
      charges: [movement],
    });
    expect(detail.trips).toMatchObject([{ refund: null }]);
    expect([detail.receiptAvailable, codeOf(receipt)]).toEqual([false, 'NWA0013']);
  });

  it('says the same once the back office delivers it in the currency of the payment', async () => {
    const { medium_id, refundId, read } = await refunded();
    const before = await read();
    const moved = { medium_id, srid: before.line.srid, amount_minor: 740, retrieval_reference: 'B' };
    const settlement = await buildSettlement(pool, { ...moved, kind: 'refund', direction: 'credit' });
    const delivered = { opened_at: daysAgo(10), reason: 'refund', due_minor: 0, paid_minor: -740 };
    await buildPayment(pool, { medium_id, srid: before.line.srid, payment_id: settlement.settlement_id, ...delivered });
    await transaction(pool, async (tx) => {
      await settleRefunds(tx, [{ mediumId: medium_id, srid: before.line.srid ?? '' }]);
    });

    const { items, line, detail } = await read();

    expect(items).toHaveLength(2);
    expect(line).toMatchObject({ id: settlement.settlement_id, total: before.line.total });
    expect(line.id).not.toBe(refundId);
    expect(detail).toMatchObject({ charges: [{ amount: back }], refunded: null, receiptAvailable: false });
  });

  it('is no line any more once its money came back to the bank, and the payment has its receipt again', async () => {
    const { passenger, url, medium_id, refundId } = await refunded();
    const returned = { ...given, state: 'returned', declineCode: 'card_expired' } as const;

    await applyRefundOutcome(worker, { mediumId: medium_id, refundId }, returned);

    const { items } = paymentPage.parse((await passenger.call({ url })).json());
    const detail = await passenger.call({ url: `${url}/${items[0]?.id}` });
    expect(items.map(({ reason }) => reason)).toEqual(['trip']);
    expect(detail.json()).toMatchObject({ charges: [], receiptAvailable: true });
  });

  it('is found by a guest, who reads the same', async () => {
    const { read } = await refunded();
    const { line } = await read();

    const found = await ask('search', { srid: line.srid, amountMinor: 740 });

    expect(found.json()).toMatchObject({ items: [{ refunds: [{ amount: back }], available: false }] });
  });

  it('says to the operator what the bank gave back, and for no trip how much', async () => {
    const { refundId } = await refunded();
    const { headers } = await buildApiKey(context);

    const read = await testApp.app.inject({ url: `/internal/api/v1/refunds/${refundId}`, headers });

    expect(read.json()).toMatchObject({ state: 'refunded', amount: back, trips: [] });
  });

  it('differs in no day’s report from what the bank did', async () => {
    const { refundId } = await refunded();

    const { find, listDone } = reportedRefunds(
      { ...worker, bank: silentBank },
      { from: new Date(Date.now() - dayMs), before: new Date(Date.now() + dayMs) },
    );

    expect(await find(refundId)).toEqual({ outcome: 'done', bankReference: 'B', ...back });
    expect(await listDone()).toContainEqual({ id: refundId, ...back });
  });
});
