import { randomUUID } from 'node:crypto';
import { mostRefundTrips } from '@tapfolio/contracts/refunds.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildChargeback } from '../../../test/factories/chargebacks.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { ofTrips, paidAt, refundCalls, refusalIn } from '../../../test/refund-calls.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const { travelled, ask } = await refundCalls(testApp);

async function owe(
  { medium_id, payment_id, srid }: { medium_id: string; payment_id: string; srid: string | null },
  state: string,
) {
  await insertRow(pool, 'debts', {
    medium_id,
    payment_id,
    operator_code: '1',
    srid,
    opened_at: paidAt,
    due_minor: 100,
    paid_minor: 0,
    currency: 'CAD',
    is_unpaid: true,
    state,
    state_at: paidAt,
    version: 1,
  });
}

describe('a refund is refused, each time with its own code', () => {
  it('PS0001: an unknown trip', async () => {
    const { payment } = await travelled();
    expect(refusalIn(await ask(payment, ofTrips({ trip_id: randomUUID() })))).toEqual([404, 'PS0001']);
  });

  it('PS0001: the largest allowed number of unknown trips, each with its amount', async () => {
    const { payment } = await travelled();
    const trips = Array.from({ length: mostRefundTrips }, () => ({ tripId: randomUUID(), amountMinor: 1 }));

    expect(refusalIn(await ask(payment, { trips }))).toEqual([404, 'PS0001']);
    expect(refusalIn(await ask(payment, { trips: [...trips, ...trips.slice(0, 1)] }))).toEqual([400, '0102']);
  });

  it('PS0002: an unknown payment', async () => {
    expect(refusalIn(await ask({ srid: 'T9999999999999' }))).toEqual([404, 'PS0002']);
    expect(refusalIn(await ask({ srid: 'no reference' }))).toEqual([404, 'PS0002']);
  });

  it('PS0003: a trip of another payment', async () => {
    const { payment } = await travelled();
    const other = await buildTrip(pool, { medium_id: payment.medium_id, started_at: paidAt });
    expect(refusalIn(await ask(payment, ofTrips(other)))).toEqual([422, 'PS0003']);
  });

  it('PS0004, PS0015: no trip, or one twice', async () => {
    const { payment, trips } = await travelled();
    expect(refusalIn(await ask(payment, { trips: [] }))).toEqual([422, 'PS0004']);
    expect(refusalIn(await ask(payment, ofTrips(...trips, ...trips)))).toEqual([422, 'PS0015']);
  });

  it('PS0005: the bank has charged the money back already [RFND-01]', async () => {
    const { payment, trips } = await travelled();
    await buildChargeback(pool, { ...payment, amount_minor: 100 });

    expect(refusalIn(await ask(payment, ofTrips(...trips.slice(0, 1))))).toEqual([409, 'PS0005']);
  });

  it('PS0006: part of an open charging process [RFND-01]', async () => {
    const open = await travelled(2, { status: 'open' });
    expect(refusalIn(await ask(open.payment))).toEqual([409, 'PS0006']);

    for (const state of ['requested', 'submitting', 'unknown']) {
      const { payment } = await travelled();
      await owe(payment, state);
      expect(refusalIn(await ask(payment))).toEqual([409, 'PS0006']);
    }
  });

  it('PS0007: already refunded, by us, by a delivery, or altogether [RFND-01]', async () => {
    const { payment, trips } = await travelled();
    const [first, second] = trips;
    if (first === undefined || second === undefined) throw new Error('two trips were made');
    const done = { state: 'refunded', bank_reference: 'B', closed_at: paidAt, trip_id: first.trip_id };
    await buildRefund(pool, payment, done);
    await pool.query('update trips set refund_minor = 370 where trip_id = $1', [second.trip_id]);
    const whole = await travelled();
    const { medium_id, srid } = whole.payment;
    await buildSettlement(pool, { medium_id, srid, kind: 'refund', direction: 'credit', amount_minor: 740 });

    expect(refusalIn(await ask(payment, ofTrips(first)))).toEqual([409, 'PS0007']);
    expect(refusalIn(await ask(payment, ofTrips(second)))).toEqual([409, 'PS0007']);
    expect(refusalIn(await ask(whole.payment))).toEqual([409, 'PS0007']);
  });

  it('PS0007: already refunded while the payment had another reference [RFND-01]', async () => {
    const { payment } = await travelled();
    const done = { state: 'refunded', bank_reference: 'B', closed_at: paidAt, amount_minor: 740 };
    await buildRefund(pool, { ...payment, srid: 'THEFORMERREF12' }, done);

    expect(refusalIn(await ask(payment))).toEqual([409, 'PS0007']);
  });

  it('PS0007: already refunded while the payment had another currency, so that nothing tells what is left [RFND-01]', async () => {
    const { payment } = await travelled();
    const done = { state: 'refunded', bank_reference: 'B', closed_at: paidAt, amount_minor: 100 };
    const { medium_id, srid } = payment;
    const { refund_id: settlement_id } = await buildRefund(pool, { ...payment, currency: 'GBP' }, done);
    const move = { medium_id, srid, settlement_id, kind: 'refund', direction: 'credit', amount_minor: 100 };
    await buildSettlement(pool, move);

    expect(refusalIn(await ask(payment))).toEqual([409, 'PS0007']);
    expect(refusalIn(await ask(payment, { amountMinor: 1 }))).toEqual([409, 'PS0007']);
  });

  it('PS0008: a refund is in progress [RFND-01]', async () => {
    const { payment } = await travelled();
    await buildRefund(pool, payment);
    expect(refusalIn(await ask(payment))).toEqual([409, 'PS0008']);
  });

  it('PS0009: not all trips are accepted [RFND-02]', async () => {
    const unpaid = await travelled(2, { status: 'payment_error', paid_minor: 0 });
    const { payment } = await travelled();
    const { medium_id, srid } = payment;
    await buildTrip(pool, { medium_id, started_at: paidAt, srid, status: 'provisional' });

    expect(refusalIn(await ask(unpaid.payment))).toEqual([409, 'PS0009']);
    expect(refusalIn(await ask(payment))).toEqual([409, 'PS0009']);
  });

  it('PS0009: paid according to the back office, but refused by the bank, as its passenger sees it [RFND-02]', async () => {
    const { payment } = await travelled();
    const { medium_id, srid } = payment;
    const charge = { medium_id, srid, kind: 'charge', direction: 'debit', amount_minor: 740 } as const;
    await buildSettlement(pool, { ...charge, approved: false });

    expect(refusalIn(await ask(payment))).toEqual([409, 'PS0009']);

    await buildSettlement(pool, charge);
    expect((await ask(payment)).statusCode).toBe(202);
  });

  it('PS0010, PS0011, PS0012: nothing, more than a trip cost, more than was paid [RFND-02]', async () => {
    const { payment, trips } = await travelled(2, { paid_minor: 500, due_minor: 500 });
    const [trip] = trips;
    const { medium_id, srid } = payment;

    expect(refusalIn(await ask(payment, { amountMinor: 0 }))).toEqual([422, 'PS0010']);
    expect(refusalIn(await ask(payment, { amountMinor: -1 }))).toEqual([422, 'PS0010']);
    expect(refusalIn(await ask(payment, { trips: [{ tripId: trip?.trip_id, amountMinor: 371 }] }))).toEqual([
      422,
      'PS0011',
    ]);
    expect(refusalIn(await ask(payment, { amountMinor: 501 }))).toEqual([422, 'PS0012']);
    expect(refusalIn(await ask(payment, ofTrips(...trips)))).toEqual([422, 'PS0012']);
    await buildSettlement(pool, { medium_id, srid, kind: 'refund', direction: 'credit', amount_minor: 400 });
    expect(refusalIn(await ask(payment, { amountMinor: 101 }))).toEqual([422, 'PS0012']);
    expect((await ask(payment, { amountMinor: 100 })).statusCode).toBe(202);
  });

  it.each([
    [422, 'PS0013', {}, { currency: 'USD' }],
    [422, 'PS0016', {}, { reason: 'because' }],
    [409, 'PS0017', { paid_minor: 0, due_minor: 0 }, {}],
    [409, 'PS0018', { opened_at: '2020-03-01T08:00:00Z' }, {}],
    [409, 'PS0021', { method: 'ddm' }, {}],
    [409, 'PS0022', {}, { operatorCode: '2' }],
  ])('%i %s: %j %j', async (status, code, overrides, wish) => {
    const { payment } = await travelled(2, overrides);
    expect(refusalIn(await ask(payment, wish))).toEqual([status, code]);
  });

  it('PS0013: a trip whose fare has another currency than the payment', async () => {
    const { payment, trips } = await travelled();
    await pool.query(`update trips set currency = 'EUR' where medium_id = $1`, [payment.medium_id]);

    expect(refusalIn(await ask(payment, ofTrips(...trips)))).toEqual([422, 'PS0013']);
    expect((await ask(payment, { amountMinor: 100 })).statusCode).toBe(202);
  });

  it('PS0020: a payment that turned out to be a refund', async () => {
    const { payment } = await travelled();
    await pool.query(`update payments set reason = 'refund' where payment_id = $1`, [payment.payment_id]);
    expect(refusalIn(await ask(payment))).toEqual([409, 'PS0020']);
  });
});

it('a refund is made although another payment of the card is being collected or refunded, or was charged back', async () => {
  const { payment } = await travelled();
  const { medium_id } = payment;
  const other = { payment_id: randomUUID(), medium_id, srid: 'TANOTHERPAYM12' };
  await owe(other, 'unknown');
  await buildRefund(pool, { ...payment, ...other });
  await buildChargeback(pool, { ...other, amount_minor: 100 });

  expect((await ask(payment)).statusCode).toBe(202);
});
