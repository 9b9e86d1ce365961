import { randomUUID } from 'node:crypto';
import { getRefund } from '@tapfolio/contracts/refunds.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
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

  it('takes no trip of which the bank gave nothing back: that may have another refund', async () => {
    const { payment, trips } = await travelled();
    const [first, second] = trips.map(({ trip_id: tripId }) => ({ tripId }));
    const wish = { trips: [first, { ...second, amountMinor: 1 }] };
    const key = { mediumId: payment.medium_id, refundId: (await ask(payment, wish)).json().id };

    await applyRefundOutcome(worker, key, {
      ...{ state: 'refunded', amountMinor: 100, currency: 'CAD', bankReference: randomUUID() },
    });

    const shown = 'select trip_id, refund_minor from trips where medium_id = $1 and refund_minor is not null';
    expect((await pool.query(shown, [key.mediumId])).rows).toEqual([{ trip_id: first?.tripId, refund_minor: 100 }]);
    const { method, path: url } = getRefund;
    const told = await app.inject({ method, url: url.replace(':refundId', key.refundId), headers });
    expect(told.json().trips).toEqual([{ ...first, amount: { amountMinor: 100, currency: 'CAD' } }]);
    expect((await ask(payment, { trips: [second] })).statusCode).toBe(202);
  });
});
