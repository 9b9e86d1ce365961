import { randomUUID } from 'node:crypto';
import { paymentDetail, paymentPage } from '@tapfolio/contracts/payments.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'payments');

/** A refund as the importer writes it: a movement at the bank and a line of the history, with one id. */
async function refund(medium_id: string, srid: string | null, amountMinor: number, at: string): Promise<void> {
  const settlement = { direction: 'credit', kind: 'refund', amount_minor: amountMinor, requested_at: at };
  const { settlement_id } = await buildSettlement(pool, { medium_id, srid, ...settlement });
  const line = { reason: 'refund', due_minor: 0, paid_minor: -amountMinor, closed_at: at };
  await buildPayment(pool, { medium_id, opened_at: at, payment_id: settlement_id, srid, ...line });
}

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });

describe('a refund in the list of payments', () => {
  it('lists each refund, and the sum of the refunds at the payment, so that the totals may be added up', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    await refund(mediumId, srid, 200, '2026-03-03T10:00:00Z');
    await refund(mediumId, srid, 300, '2026-03-04T10:00:00Z');
    const credit = { medium_id: mediumId, srid, direction: 'credit', kind: 'refund' };
    await buildSettlement(pool, { ...credit, amount_minor: 9000, approved: false });

    const response = await passenger.call({ url: base });

    const { items } = paymentPage.parse(response.json());
    expect(items.map(({ reason, total }) => [reason, total.amountMinor])).toEqual([
      ['refund', -300],
      ['refund', -200],
      ['trip', 740],
    ]);
    expect(items.map(({ refunded }) => refunded)).toEqual([
      null,
      null,
      { amount: cad(500), count: 2, lastAt: '2026-03-04T10:00:00Z' },
    ]);
  });

  it('shows only its own movement for a refund: the charges are shown at the refunded payment', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const owed = { due_minor: 940, paid_minor: 940, debt_paid_minor: 940 };
    await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-02-27T08:00:00Z', ...owed });
    const { srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    await buildTrip(pool, { medium_id: mediumId, started_at: '2026-03-01T09:00:00Z', srid });
    await buildSettlement(pool, { medium_id: mediumId, srid, requested_at: '2026-03-02T01:00:00Z' });
    await refund(mediumId, srid, 200, '2026-03-03T10:00:00Z');
    await refund(mediumId, srid, 300, '2026-03-04T10:00:00Z');

    const [, , listed] = paymentPage.parse((await passenger.call({ url: base })).json()).items.toReversed();
    const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${listed?.id}` })).json());

    const at = '2026-03-03T10:00:00Z';
    expect(detail).toMatchObject({
      charges: [{ at, direction: 'credit', kind: 'refund', amount: cad(200), approved: true }],
      ...{ reason: 'refund', total: cad(-200), alsoCollected: [], trips: [], tripCount: 0 },
    });
    expect(detail).toMatchObject({ ...listed });
  });

  it('names the payment that a refund refunds, unless it is hidden from this passenger', async () => {
    const { passenger, base: url, mediumId: medium_id } = await passengerWithCard();
    const { payment_id, srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });
    const given = { medium_id, srid, opened_at: '2026-03-05T08:00:00Z', reason: 'refund', paid_minor: -370 };
    const refund = await buildPayment(pool, given);
    const read = async () => paymentDetail.parse((await passenger.call({ url: `${url}/${refund.payment_id}` })).json());

    expect(await read()).toMatchObject({ refundOf: { id: payment_id, openedAt: '2026-03-01T08:00:00Z' } });
    const charge = await passenger.call({ url: `${url}/${payment_id}` });
    expect(paymentDetail.parse(charge.json()).refundOf).toBeNull();
    await pool.query('update service_references set medium_id = $2 where srid = $1', [srid, randomUUID()]);
    expect((await read()).refundOf).toBeNull();
  });

  it('promises the receipt of the refunded payment only if it has one', async () => {
    const { passenger, base: url, mediumId: medium_id } = await passengerWithCard();
    const { srid } = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T08:00:00Z' });
    const given = { medium_id, srid, opened_at: '2026-03-05T08:00:00Z', reason: 'refund', paid_minor: -370 };
    const { payment_id } = await buildPayment(pool, given);
    const read = async () => paymentDetail.parse((await passenger.call({ url: `${url}/${payment_id}` })).json());

    expect(await read()).toMatchObject({ refundOf: { receiptAvailable: true } });
    await buildSettlement(pool, { medium_id, srid, approved: false });
    expect(await read()).toMatchObject({ refundOf: { receiptAvailable: false } });
  });

  it('shows a refund without a reference with its own amount', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    await refund(mediumId, null, 100, '2026-03-03T10:00:00Z');

    const response = await passenger.call({ url: base });

    expect(paymentPage.parse(response.json()).items).toMatchObject([{ reason: 'refund', total: cad(-100) }]);
  });
});
