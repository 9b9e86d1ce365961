import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildChargeback, buildWaitingChargeback } from '../../../test/factories/chargebacks.ts';
import { startTestBank } from '../../../test/money-world.ts';
import { refundsAtBank } from '../../../test/refunds-at-bank.ts';
import { actMeanwhile, untilWaiting } from '../../../test/row-queue.ts';
import { transaction } from '../../lib/sql.ts';
import { contextOf } from '../../plugins/context.ts';
import { ensureThisMonth } from '../bank-tries/money-jobs.service.ts';
import { applyRefundOutcome, moveRefund } from './apply-refund-outcome.service.ts';
import { doRefund } from './do-refund.service.ts';
import { followPayment } from './follow-payment.service.ts';

const testBank = await startTestBank({ answerMs: 400 });
afterAll(testBank.close);
const testApp = await createTestApp([], { bank: testBank.bank });
const { context, pool } = testApp;
const { asked, refunding, tripOf, atBank } = refundsAtBank({ app: testApp, bank: testBank });

it('a refund that succeeds after a refusal is shown at its trip, while a delivery gives its payment another reference', async () => {
  const refund = await asked();
  const { mediumId, refundId, srid: formerSrid } = refund;
  const said = { bankReference: randomUUID(), amountMinor: 370, currency: 'CAD' };
  await transaction(pool, (tx) => moveRefund(tx, refund, 'submit'));
  await applyRefundOutcome(context, refund, { ...said, state: 'declined', declineCode: 'card_blocked' });
  const { rows } = await pool.query('select payment_id, opened_at from refunds where refund_id = $1', [refundId]);
  const { payment_id: paymentId, opened_at: openedAt } = rows[0];
  const srid = `NEW${formerSrid}`;
  await ensureThisMonth(pool);
  let applied: Promise<boolean> | undefined;

  await transaction(pool, async (tx) => {
    await followPayment(tx, { mediumId, paymentId, formerSrid, srid, openedAt });
    applied = applyRefundOutcome(context, refund, { ...said, state: 'refunded' });
    await untilWaiting(pool, 1);
  });

  expect(await applied).toBe(true);
  expect(await tripOf(refund)).toEqual({ refund_minor: 370, refund_reason: 'delay' });
  const { rows: moves } = await pool.query('select srid from settlements where settlement_id = $1', [refundId]);
  expect(moves).toEqual([{ srid }]);
});

it('a refund is shown under the reference that a delivery gave its payment while the bank was asked', async () => {
  const refund = await asked();
  const { mediumId, refundId, srid: formerSrid } = refund;
  await pool.query(`update refunds set state = 'submitting', first_submitted_at = now() where refund_id = $1`, [
    refundId,
  ]);
  const { rows } = await pool.query('select payment_id, opened_at from refunds where refund_id = $1', [refundId]);
  const { payment_id: paymentId, opened_at: openedAt } = rows[0];
  const srid = `NEW${formerSrid}`;
  await transaction(pool, async (tx) => {
    await tx.query('update payments set srid = $2 where payment_id = $1', [paymentId, srid]);
    await followPayment(tx, { mediumId, paymentId, formerSrid, srid, openedAt });
  });
  const sridOf = async () =>
    (await pool.query('select srid from refunds where refund_id = $1', [refundId])).rows[0].srid;
  expect(await sridOf()).toBe(formerSrid);

  const said = { bankReference: randomUUID(), amountMinor: 370, currency: 'CAD' };
  await applyRefundOutcome(contextOf(context, 'worker'), refund, { ...said, state: 'refunded' });

  expect(await sridOf()).toBe(srid);
  const { rows: shown } = await pool.query(
    `select move.srid as move, payment.srid as payment
    from settlements move
    join payments payment on payment.medium_id = move.medium_id and payment.payment_id = move.settlement_id
    where move.settlement_id = $1`,
    [refundId],
  );
  expect(shown).toEqual([{ move: srid, payment: srid }]);
});

it('a chargeback that finds its charge while a refund looks for it is not overlooked', async () => {
  const refund = await asked();
  const { mediumId: medium_id, srid } = refund;
  const piece = await buildWaitingChargeback(pool);

  await actMeanwhile(pool, {
    lock: 'lock table feed_pieces in access exclusive mode',
    call: () => doRefund(refunding(), refund),
    act: async (importer) => {
      await importer.query('update feed_pieces set is_open = false where piece_id = $1', [piece]);
      await buildChargeback(importer, { medium_id, srid });
    },
  });

  expect(await atBank(refund)).toEqual([]);
});
