import { paymentDetail } from '@tapfolio/contracts/payments.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { passengersWithCard } from '../../../test/passenger-with-card.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { pool } = testApp;
const passengerWithCard = passengersWithCard(testApp, 'payments');

const day = '2026-03-01';
const evening = '2026-03-02T04:00:00Z';
const night = '2026-03-02T05:30:00Z';
type Trip = Partial<Parameters<typeof buildTrip>[1]> & { fare_reason?: string };

/** A payment with a capped trip after midnight, which is still of the day before, and another trip. */
async function splitDaysBeside(other: Trip, capped: Trip = {}): Promise<string[] | undefined> {
  const { passenger, base, mediumId } = await passengerWithCard();
  const { payment_id: id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: night });
  const own = { medium_id: mediumId, service_day: day };
  await buildTrip(pool, { ...own, started_at: night, srid, fare_minor: 125, fare_reason: 'daily cap', ...capped });
  await buildTrip(pool, { ...own, started_at: evening, ...other });

  return paymentDetail.parse((await passenger.call({ url: `${base}/${id}` })).json()).splitDays;
}

describe('the days of a payment with a daily cap', () => {
  it.each([
    ['another payment', { srid: 'E0ZKJ1J6R9ZJZR' }],
    ['no payment yet', { srid: null }],
  ])('are split where a fare of the same day is in %s', async (_, where) => {
    expect(await splitDaysBeside(where)).toEqual([day]);
    expect(await splitDaysBeside({ ...where, started_at: '2026-03-02T08:00:00Z' })).toEqual([day]);
  });

  it.each([
    ['is of another day', { service_day: '2026-02-28' }],
    ['was free', { fare_minor: 0 }],
  ])('are not split where the other trip %s', async (_, other) => {
    expect(await splitDaysBeside(other)).toEqual([]);
  });

  it.each(['weekly cap', 'single fare'])('do not matter to a trip with another reason: %s', async (fare_reason) => {
    expect(await splitDaysBeside({}, { fare_reason })).toEqual([]);
  });

  it('are not split where all fares of the day are in the payment, however many other cards travel', async () => {
    const { passenger, base, mediumId } = await passengerWithCard();
    const { mediumId: otherId } = await passengerWithCard();
    const { payment_id: id, srid } = await buildPayment(pool, { medium_id: mediumId, opened_at: evening });
    const trip = { started_at: evening, service_day: day, fare_reason: 'daily cap' };
    await buildTrip(pool, { ...trip, medium_id: mediumId, srid });
    await buildTrip(pool, { ...trip, medium_id: mediumId, srid, started_at: night });
    await buildTrip(pool, { ...trip, medium_id: otherId });

    const { splitDays } = paymentDetail.parse((await passenger.call({ url: `${base}/${id}` })).json());

    expect(splitDays).toEqual([]);
  });
});
