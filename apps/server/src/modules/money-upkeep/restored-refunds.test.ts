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
async function lost(amountMinor?: number): Promise<AskedRefund> {
  const refund = await asked(undefined, amountMinor);
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

  it.each([
    ['all fares were refunded', 740, [370, 370]],
    ['one of two trips was refunded', 370, [null, null]],
  ])('says what each trip got back if that is certain: %s', async (_, amountMinor, shares) => {
    const refund = await lost(amountMinor);

    await compare();
    await compare();

    const { rows } = await pool.query('select refund_minor from trips where medium_id = $1', [refund.mediumId]);
    expect(rows.map(({ refund_minor: minor }) => minor)).toEqual(shares);
    const shown = paymentDetail.parse((await refund.passenger.call({ url: refund.paymentUrl })).json());
    expect(shown.trips.map((trip) => trip.refund?.amount.amountMinor ?? null)).toEqual(shares);
    expect(await alarmsOf(refund)).toEqual(['bank_refund_missed']);
  });

  it('names no trips of fares in another currency', async () => {
    const refund = await lost(740);
    await pool.query(`update trips set currency = 'EUR' where medium_id = $1`, [refund.mediumId]);

    await compare();

    expect(await stateOf(refund)).toMatchObject({ state: 'refunded' });
    const { rows } = await pool.query('select trip_id from refund_trips where medium_id = $1', [refund.mediumId]);
    expect(rows).toEqual([]);
  });

  it('leaves a trip out that another refund has since', async () => {
    const refund = await lost(370);
    await pool.query(`update trips set srid = null where medium_id = $1 and trip_id <> $2`, [
      refund.mediumId,
      refund.tripId,
    ]);
    const other = await pool.query(
      `insert into refunds (medium_id, refund_id, payment_id, opened_at, operator_code, srid, reason, amount_minor, currency, state,
        attempt_key, asked_by, requested_at, next_at, closed_at, bank_reference)
      select medium_id, gen_random_uuid(), payment_id, opened_at, operator_code, srid, 'other', 100, currency, 'refunded',
        gen_random_uuid(), gen_random_uuid(), now(), now(), now(), 'B-other'
      from payments where medium_id = $1 returning refund_id`,
      [refund.mediumId],
    );
    await pool.query(
      `insert into refund_trips (medium_id, refund_id, trip_id, amount_minor, requested_at) values ($1, $2, $3, 100, now())`,
      [refund.mediumId, other.rows[0].refund_id, refund.tripId],
    );

    await compare();

    expect(await stateOf(refund)).toMatchObject({ state: 'refunded' });
    expect(await alarmsOf(refund)).toEqual(['bank_refund_missed']);
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
