import { randomUUID } from 'node:crypto';
import { getRefund, type RefundDto } from '@tapfolio/contracts/refunds.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { startTestBank } from '../../../test/money-world.ts';
import { refundCalls } from '../../../test/refund-calls.ts';
import { refundsAtBank } from '../../../test/refunds-at-bank.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { applyRefundOutcome } from './apply-refund-outcome.service.ts';

const testBank = await startTestBank();
afterAll(testBank.close);
const testApp = await createTestApp([portalRole], { bank: testBank.bank });
const { app, context, pool } = testApp;
const worker = contextOf(context, 'worker');
const { asked, tripOf, history } = refundsAtBank({ app: testApp, bank: testBank });
const { headers, travelled, ask } = await refundCalls(testApp);

describe('a refund of another amount than was asked for', () => {
  it.each([
    ['less', 100, 100],
    ['more', 400, 370],
  ])('is what the bank gave back, also if that is %s', async (_, givenMinor, tripMinor) => {
    const refund = await asked();
    const given = { state: 'refunded', amountMinor: givenMinor, currency: 'CAD', bankReference: randomUUID() } as const;

    await applyRefundOutcome(worker, refund, given);

    expect(await history(refund)).toEqual([{ paid_minor: -givenMinor }]);
    expect(await tripOf(refund)).toMatchObject({ refund_minor: tripMinor });
    const payment = (await refund.passenger.call({ url: refund.paymentUrl })).json();
    expect(payment.refunded.amount).toEqual({ amountMinor: givenMinor, currency: 'CAD' });
    const { rows } = await pool.query('select kind, detail from operator_alarms where subject = $1', [refund.refundId]);
    expect(rows).toEqual([
      { kind: 'refunded_other_amount', detail: { amountMinor: givenMinor, currency: 'CAD', askedMinor: 370 } },
    ]);
  });

  it('is divided among its trips; one of which the bank gave nothing back may have another refund', async () => {
    const { payment, trips } = await travelled(3);
    const [first, second, third] = trips.map(({ trip_id: tripId }) => ({ tripId }));
    const wish = { trips: [first, { ...second, amountMinor: 185 }, { ...third, amountMinor: 1 }] };
    const key = { mediumId: payment.medium_id, refundId: (await ask(payment, wish)).json().id };
    const other = await buildRefund(pool, { ...payment, payment_id: randomUUID() }, { trip_id: randomUUID() });

    await applyRefundOutcome(worker, key, {
      ...{ state: 'refunded', amountMinor: 100, currency: 'CAD', bankReference: randomUUID() },
    });

    const shown = 'select trip_id, refund_minor from trips where medium_id = $1 order by refund_minor desc nulls last';
    expect((await pool.query(shown, [key.mediumId])).rows).toEqual([
      { trip_id: first?.tripId, refund_minor: 67 },
      { trip_id: second?.tripId, refund_minor: 33 },
      { trip_id: third?.tripId, refund_minor: null },
    ]);
    expect(await sharesOf(key.refundId)).toEqual([67, 33]);
    expect(await sharesOf(other.refund_id)).toEqual([370]);
    expect((await ask(payment, { trips: [third] })).statusCode).toBe(202);
  });

  /** What each trip of a refund gets back, as its operator reads it; the largest share first. */
  async function sharesOf(refundId: string): Promise<number[]> {
    const { method, path: url } = getRefund;
    const told = await app.inject({ method, url: url.replace(':refundId', refundId), headers });
    const amounts = told.json<RefundDto>().trips.map(({ amount }) => amount.amountMinor);
    return amounts.sort((one, another) => another - one);
  }
});
