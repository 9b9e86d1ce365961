import { paymentDetail } from '@tapfolio/contracts/payments.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { startTestBank } from '../../../test/money-world.ts';
import { type AskedRefund, refundsAtBank } from '../../../test/refunds-at-bank.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { doRefund } from '../refunds/do-refund.service.ts';
import { reconcileDay } from './reconcile.service.ts';

const testBank = await startTestBank();
const testApp = await createTestApp([portalRole], { bank: testBank.bank });
const { pool, context } = testApp;
const worker = contextOf(context, 'worker');
const { asked, refunding, stateOf, history } = refundsAtBank({ app: testApp, bank: testBank });
afterAll(() => testBank.close());
beforeEach(async () => {
  await pool.query('delete from operator_alarms');
});

const compare = async () => {
  const { rows } = await pool.query<{ today: string }>(`select (now() at time zone 'UTC')::date::text as today`);
  return await reconcileDay({ ...worker, bank: testBank.bank }, rows[0]?.today ?? '');
};
const alarmsOf = async ({ refundId }: AskedRefund) =>
  (await pool.query<{ kind: string }>('select kind from operator_alarms where subject = $1', [refundId])).rows.map(
    ({ kind }) => kind,
  );

/** A refund that the bank has made, in a database that was restored from a backup of the time before. */
async function lost(): Promise<AskedRefund> {
  const refund = await asked();
  await doRefund(refunding(), refund);
  expect(await stateOf(refund)).toMatchObject({ state: 'refunded' });
  for (const table of ['refund_trips', 'refunds'])
    await pool.query(`delete from ${table} where refund_id = $1`, [refund.refundId]);
  await pool.query('delete from settlements where settlement_id = $1', [refund.refundId]);
  await pool.query('delete from payments where payment_id = $1', [refund.refundId]);
  await pool.query('update trips set refund_minor = null, refund_reason = null where trip_id = $1', [refund.tripId]);
  return refund;
}

describe('the comparison with the bank after an older database was restored', () => {
  it('records a refund that only the bank still knows, and the passenger sees it', async () => {
    const refund = await lost();

    await compare();

    expect(await stateOf(refund)).toMatchObject({ state: 'refunded' });
    expect(await alarmsOf(refund)).toEqual(['bank_refund_missed']);
    expect(await history(refund)).toEqual([{ paid_minor: -370 }]);
    const shown = paymentDetail.parse((await refund.passenger.call({ url: refund.paymentUrl })).json());
    expect(shown.refunded).toMatchObject({ amount: { amountMinor: 370, currency: 'CAD' }, count: 1 });
    await compare();
    expect(await alarmsOf(refund)).toEqual(['bank_refund_missed']);
    expect(await history(refund)).toHaveLength(1);
    expect((await pool.query('select rule from money_faults')).rows).toEqual([]);
  });

  it('shows a refund once that a delivery has brought since', async () => {
    const refund = await lost();
    await buildSettlement(pool, {
      ...{ medium_id: refund.mediumId, srid: refund.srid, kind: 'refund', direction: 'credit', amount_minor: 370 },
      requested_at: new Date().toISOString(),
    });

    await compare();

    const { rows } = await pool.query('select amount_minor::int as amount from settlements where medium_id = $1', [
      refund.mediumId,
    ]);
    expect(rows).toEqual([{ amount: 370 }]);
  });

  it.each([
    ['the payment has less left', 'update service_references set amount_minor = 300 where srid = $1'],
    ['the payment has another currency', `update service_references set currency = 'EUR' where srid = $1`],
    ['the payment is not paid', 'update service_references set paid = false where srid = $1'],
    ['no payment has the reference', 'delete from service_references where srid = $1'],
  ])('only raises an alarm when %s', async (_, change) => {
    const refund = await lost();
    await pool.query(change, [refund.srid]);

    await compare();

    expect(await alarmsOf(refund)).toEqual(['bank_refund_unknown']);
    expect(await stateOf(refund)).toBeUndefined();
  });
});
