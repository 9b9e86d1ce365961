import { paymentDetail, relatedTrip } from '@tapfolio/contracts/payments.ts';
import { describe, expect, it } from 'vitest';
import { nullsOf } from '../../../../../packages/contracts/test/nulls-of.ts';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCollection } from '../../../test/factories/collections.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildProduct } from '../../../test/factories/products.ts';
import { buildSettlement } from '../../../test/factories/settlements.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'payments');

const cad = (amountMinor: number) => ({ amountMinor, currency: 'CAD' });

describe('getPayment', () => {
  it.each([
    ['closed the payment with its rest', { due_minor: 740 }],
    ['lowered what is due to what was paid', { due_minor: 300 }],
  ])(
    'names what nobody asks for any more, and leaves it out of the total, where the back office %s',
    async (_, now) => {
      const { passenger, base, mediumId } = await passengerWithCard();
      const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 300 };
      const { payment_id: id } = await buildPayment(pool, {
        medium_id: mediumId,
        opened_at: '2026-03-01T08:00:00Z',
        ...unpaid,
      });
      await pool.query(`update payments set status = 'accepted', due_minor = $2 where medium_id = $1`, [
        mediumId,
        now.due_minor,
      ]);
      await pool.query(
        `update debts set state = 'ready', is_unpaid = false, written_off_minor = 440 where medium_id = $1`,
        [mediumId],
      );

      const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${id}` })).json());

      expect(detail).toMatchObject({
        status: 'accepted',
        due: cad(now.due_minor),
        paid: cad(300),
        total: cad(300),
        writtenOff: cad(440),
      });
    },
  );

  it.each(['pending', 'open', 'corrupted'])('calls nothing written off of a payment that is %s', async (status) => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 300 };
    const opened = { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' };
    const { payment_id: id } = await buildPayment(pool, { ...opened, ...unpaid });
    await pool.query('update payments set status = $2 where medium_id = $1', [mediumId, status]);
    const settled = `state = 'ready', is_unpaid = false, written_off_minor = 440`;
    await pool.query(`update debts set ${settled} where medium_id = $1`, [mediumId]);

    const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${id}` })).json());

    expect([detail.status, detail.writtenOff, detail.total]).toEqual([status, null, cad(740)]);
  });

  it('takes over no amount of a fare that was unpaid in another currency', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const unpaid = { status: 'payment_error', due_minor: 740, paid_minor: 300 };
    const opened = { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' };
    const { payment_id: id, srid } = await buildPayment(pool, { ...opened, ...unpaid });
    await buildSettlement(pool, { medium_id: mediumId, srid, amount_minor: 740 });
    const now = `status = 'accepted', due_minor = 300, currency = 'EUR'`;
    await pool.query(`update payments set ${now} where medium_id = $1`, [mediumId]);
    const settled = `state = 'ready', is_unpaid = false, written_off_minor = 440`;
    await pool.query(`update debts set ${settled} where medium_id = $1`, [mediumId]);

    const detail = paymentDetail.parse((await passenger.call({ url: `${base}/${id}` })).json());

    const paid = { amountMinor: 300, currency: 'EUR' };
    expect(detail).toMatchObject({ status: 'accepted', paid, total: paid, writtenOff: null });
  });

  it('shows trips, products, what was paid before, and each charge of the bank with its time', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const payment = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    const { srid } = payment;
    const trip = await buildTrip(pool, {
      medium_id: mediumId,
      started_at: '2026-03-01T09:00:00Z',
      checked_out_at: '2026-03-01T09:30:00Z',
      full_fare_minor: 450,
      srid,
    });
    const product = await buildProduct(pool, { medium_id: mediumId, valid_from: '2026-03-01T00:00:00Z', srid });
    const moves = [
      { amount_minor: 240, requested_at: '2026-03-02T01:00:00Z' },
      { amount_minor: 500, requested_at: '2026-03-02T02:00:00Z', approved: false },
      { amount_minor: 500, requested_at: '2026-03-04T01:00:00Z', kind: 'debt_recovery' },
    ];
    for (const move of moves) await buildSettlement(pool, { medium_id: mediumId, srid, ...move });

    const response = await passenger.call({ url: `${base}/${payment.payment_id}` });

    const detail = paymentDetail.parse(response.json());
    expect(detail).toMatchObject({
      id: payment.payment_id,
      statementLine: `OCT*${srid}`,
      medium: { scheme: 'VISA', lastFour: '4242' },
      products: [{ id: product.product_id, name: 'Day pass', price: cad(1125) }],
      previouslyPaid: cad(240),
      differencePaid: cad(500),
      receiptAvailable: true,
      tripCount: 1,
    });
    expect(detail.trips).toEqual([
      {
        ...nullsOf(relatedTrip),
        id: trip.trip_id,
        line: { id: '11', name: '11 as delivered', longName: null, color: null, textColor: null },
        from: 'Harbour',
        to: 'Hill',
        transportType: 'bus',
        startedAt: '2026-03-01T09:00:00Z',
        endedAt: '2026-03-01T09:30:00Z',
        serviceDay: '2026-03-01',
        timeZone: 'America/Toronto',
        price: cad(370),
        fullPrice: cad(450),
      },
    ]);
    expect(detail.charges).toEqual([
      { at: '2026-03-02T01:00:00Z', direction: 'debit', kind: 'charge', amount: cad(240), approved: true },
      { at: '2026-03-02T02:00:00Z', direction: 'debit', kind: 'charge', amount: cad(500), approved: false },
      { at: '2026-03-04T01:00:00Z', direction: 'debit', kind: 'debt_recovery', amount: cad(500), approved: true },
    ]);
  });

  it('names the trip that a product was bought with: both are one row of the back office, and one fare', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { payment_id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    const bought = { medium_id: mediumId, srid, file_id: 7, line_number: 5 };
    const trip = await buildTrip(pool, { ...bought, started_at: '2026-03-01T09:00:00Z', fare_minor: 1125 });
    await buildTrip(pool, { ...bought, started_at: '2026-03-01T19:00:00Z', fare_minor: 0, line_number: 6 });
    await buildProduct(pool, { ...bought, valid_from: '2026-03-01T09:00:00Z' });
    await buildProduct(pool, { ...bought, valid_from: '2026-03-01T10:00:00Z', line_number: 9 });

    const response = await passenger.call({ url: `${base}/${payment_id}` });

    const { products } = paymentDetail.parse(response.json());
    expect(products.map(({ tripId }) => tripId)).toEqual([trip.trip_id, null]);
  });

  it('finds the trip of a ticket that has a separate row by start and price', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { payment_id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    const [first, second] = ['2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z'];
    const trip = await buildTrip(pool, { medium_id: mediumId, srid, started_at: first, fare_minor: 1125 });
    await buildTrip(pool, { medium_id: mediumId, srid, started_at: second, fare_minor: 370 });
    for (const valid_from of [first, second])
      await buildProduct(pool, { medium_id: mediumId, srid, valid_from, file_id: 7 });

    const response = await passenger.call({ url: `${base}/${payment_id}` });

    const { products } = paymentDetail.parse(response.json());
    expect(products.map(({ tripId }) => tripId)).toEqual([trip.trip_id, null]);
  });

  it('calls the whole amount the difference while no charge is known', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const payment = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });

    const response = await passenger.call({ url: `${base}/${payment.payment_id}` });

    expect(paymentDetail.parse(response.json())).toMatchObject({ previouslyPaid: cad(0), differencePaid: cad(740) });
  });

  it("shows a partner's trips in their own currency and time, with the partner's name", async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { payment_id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    await pool.query(`insert into operators values ('9', 'Over the border', 'Europe/Paris', '04:00', 'EUR', false)
      on conflict do nothing`);
    const abroad = { operator_code: '9', currency: 'EUR', fare_minor: 250 };
    await buildTrip(pool, { medium_id: mediumId, srid, started_at: '2026-03-01T09:00:00Z', ...abroad });

    const response = await passenger.call({ url: `${base}/${payment_id}` });

    expect(paymentDetail.parse(response.json()).trips).toMatchObject([
      { operator: 'Over the border', timeZone: 'Europe/Paris', price: { amountMinor: 250, currency: 'EUR' } },
    ]);
  });

  it('counts a retry that was delivered again once', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { payment_id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });
    for (const at of ['01', '02'])
      await buildSettlement(pool, { medium_id: mediumId, srid, requested_at: `2026-03-02T${at}:00:00Z` });

    const response = await passenger.call({ url: `${base}/${payment_id}` });

    expect(paymentDetail.parse(response.json())).toMatchObject({
      previouslyPaid: cad(0),
      differencePaid: cad(740),
      charges: [{ at: '2026-03-02T02:00:00Z', amount: cad(740) }],
    });
  });

  it('names the unpaid fare that was collected with a charge, unless we had it collected separately', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const owed = { due_minor: 300, paid_minor: 300, debt_paid_minor: 300 };
    const debt = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z', ...owed });
    await buildSettlement(pool, { medium_id: mediumId, srid: debt.srid, amount_minor: 300, approved: false });
    const next = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-02T08:00:00Z' });
    await buildSettlement(pool, { medium_id: mediumId, srid: next.srid, amount_minor: 1040 });

    const response = await passenger.call({ url: `${base}/${next.payment_id}` });

    expect(paymentDetail.parse(response.json()).alsoCollected).toEqual([
      { paymentId: debt.payment_id, openedAt: '2026-03-01T08:00:00Z', serviceDay: '2026-03-01', amount: cad(300) },
    ]);
    const { medium_id, payment_id } = debt;
    const ours = { outcome: 'approved', closed_at: '2026-03-03T08:00:00Z', bank_reference: 'B' };
    await buildCollection(pool, { medium_id, payment_id, amount_minor: 300, ...ours });
    const collectedByUs = await passenger.call({ url: `${base}/${next.payment_id}` });
    expect(paymentDetail.parse(collectedByUs.json()).alsoCollected).toEqual([]);
  });

  it('names all unpaid fares that were collected with a charge, but no paid one and none that the bank took by itself', async () => {
    const { passenger, base, mediumId: medium_id } = await passengerWithCard();
    const owed = (day: number, minor: number) =>
      buildPayment(pool, {
        ...{ medium_id, opened_at: `2026-03-0${day}T08:00:00Z`, due_minor: minor, paid_minor: minor },
        debt_paid_minor: minor,
      });
    const [first, second, byItself] = [await owed(1, 300), await owed(2, 200), await owed(3, 500)];
    const recovery = { kind: 'debt_recovery', amount_minor: 500, requested_at: '2026-03-04T08:00:00Z' };
    await buildSettlement(pool, { medium_id, srid: byItself.srid, ...recovery });
    await buildPayment(pool, { medium_id, opened_at: '2026-03-05T08:00:00Z' });
    const next = await buildPayment(pool, { medium_id, opened_at: '2026-03-06T08:00:00Z' });
    await buildSettlement(pool, { medium_id, srid: next.srid, amount_minor: 1240 });

    const response = await passenger.call({ url: `${base}/${next.payment_id}` });

    const { alsoCollected } = paymentDetail.parse(response.json());
    expect(alsoCollected.map(({ paymentId }) => paymentId)).toEqual([second.payment_id, first.payment_id]);
  });

  it('names no unpaid fare in another currency for what was charged beyond', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const owed = { due_minor: 300, paid_minor: 300, debt_paid_minor: 300, currency: 'EUR' };
    await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z', ...owed });
    const next = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-02T08:00:00Z' });
    await buildSettlement(pool, { medium_id: mediumId, srid: next.srid, amount_minor: 1040 });

    const response = await passenger.call({ url: `${base}/${next.payment_id}` });

    expect(paymentDetail.parse(response.json()).alsoCollected).toEqual([]);
  });

  it('has a receipt for the part that was paid of an unpaid fare', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const part = { status: 'payment_error', paid_minor: 300 };
    const { payment_id } = await buildPayment(pool, {
      medium_id: mediumId,
      opened_at: '2026-03-01T08:00:00Z',
      ...part,
    });

    const response = await passenger.call({ url: `${base}/${payment_id}` });

    expect(paymentDetail.parse(response.json()).receiptAvailable).toBe(true);
  });

  it.each([
    ['an unpaid fare', { status: 'payment_error', paid_minor: 0 }],
    ['nothing to pay', { status: 'none', paid_minor: 0, due_minor: 0 }],
    ['a refund', { reason: 'refund' }],
    ['a payment without a reference', { srid: null }],
  ])('has no receipt for %s', async (_, overrides) => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const opened = { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' };
    const payment = await buildPayment(pool, { ...opened, ...overrides });

    const response = await passenger.call({ url: `${base}/${payment.payment_id}` });

    expect(paymentDetail.parse(response.json()).receiptAvailable).toBe(false);
  });

  it('answers NWA0002 for a payment of another card', async () => {
    const { passenger, base } = await passengerWithCard();
    const { mediumId } = await passengerWithCard();
    const foreign = await buildPayment(pool, { medium_id: mediumId, opened_at: '2026-03-01T08:00:00Z' });

    const response = await passenger.call({ url: `${base}/${foreign.payment_id}` });

    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ error: { code: 'NWA0002' } });
  });
});
