import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { ofTrips, paidAt, refundCalls, refusalIn } from '../../../test/refund-calls.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const { travelled, ask } = await refundCalls(testApp);

const done = { state: 'refunded', bank_reference: 'B', closed_at: paidAt };
const refused = { state: 'declined', decline_code: 'refused', closed_at: paidAt };
const back = { kind: 'refund', direction: 'credit', amount_minor: 370 } as const;
const rest = async (payment: Parameters<typeof ask>[0]) => (await ask(payment)).json().amount?.amountMinor;

describe('what was refunded of a payment before', () => {
  it('contains equal refunds of the back office, each once', async () => {
    const { payment } = await travelled(3);
    const { medium_id, srid } = payment;
    for (const _ of [1, 2]) await buildSettlement(pool, { ...back, medium_id, srid });

    expect(await rest(payment)).toBe(370);
  });

  it('contains no refund that the bank refused, and no charge', async () => {
    const { payment } = await travelled();
    const { medium_id, srid } = payment;
    await buildSettlement(pool, { ...back, medium_id, srid, approved: false });
    await buildSettlement(pool, { medium_id, srid });

    expect(await rest(payment)).toBe(740);
  });

  it('contains one of ours once, whose movement is shown, whatever delivery shows it', async () => {
    const { payment } = await travelled();
    const { medium_id, srid } = payment;
    const { refund_id: settlement_id } = await buildRefund(pool, payment, done);
    await buildSettlement(pool, { ...back, medium_id, srid, settlement_id });

    expect(await rest(payment)).toBe(370);
  });

  it('contains equal ones of ours from when the payment had other references, and none that was refused', async () => {
    const { payment } = await travelled(3);
    const former = { ...payment, srid: 'THEFORMERREF13' };
    const states = [done, { ...done, bank_reference: 'another' }, refused];
    for (const state of states) await buildRefund(pool, former, state);

    expect(await rest(payment)).toBe(370);
  });

  it('contains none of another payment of the card', async () => {
    const { payment } = await travelled();
    const other = { ...payment, payment_id: '00000000-0000-4000-8000-00000000000a', srid: 'TANOTHERPAYM13' };
    await buildRefund(pool, other, { ...done, amount_minor: 740 });
    await buildSettlement(pool, { ...back, medium_id: payment.medium_id, srid: other.srid });

    expect(await rest(payment)).toBe(740);
  });

  it('is not a trip of a refund that gave nothing back', async () => {
    const { payment, trips } = await travelled();
    const [trip] = trips;
    if (trip === undefined) throw new Error('a trip was made');
    await buildRefund(pool, payment, { ...refused, trip_id: trip.trip_id });
    expect(refusalIn(await ask(payment, ofTrips(trip)))).toEqual([409, 'PS0007']);

    await pool.query('update refund_trips set is_void = true where medium_id = $1', [payment.medium_id]);
    expect((await ask(payment, ofTrips(trip))).statusCode).toBe(202);
  });
});
