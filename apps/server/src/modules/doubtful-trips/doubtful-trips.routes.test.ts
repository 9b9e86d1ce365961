import { randomUUID } from 'node:crypto';
import { doubtfulTripList } from '@tapfolio/contracts/trips.ts';
import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
import { buildCard, buildFormerMedium, type CardRow } from '../../../test/factories/cards.ts';
import { insertRow, type Overrides } from '../../../test/factories/insert-row.ts';
import { buildPayment, nextSrid } from '../../../test/factories/payments.ts';
import { buildRefund } from '../../../test/factories/refunds.ts';
import { buildTrip, type TripRow } from '../../../test/factories/trips.ts';
import { portalRole } from '../../roles/portal.ts';

const clock = { now: () => new Date('2026-03-10T12:00:00Z') };
const { pool, signIn } = await createTestApp([portalRole], { clock });

type Trip = Overrides<TripRow>;
const url = '/public/api/v1/portal/doubtful-trips';

async function doubtsOf(passenger: SignedIn) {
  const { items } = doubtfulTripList.parse((await passenger.call({ url })).json());
  return items.map(({ cardId, tripId, doubt, other }) => [cardId, tripId, doubt, other?.tripId ?? null]);
}

/** A passenger with two cards. */
async function withTwoCards() {
  const passenger = await signIn();
  const { passengerId: passenger_id } = passenger;
  const one = await buildCard(pool, { passenger_id });
  return { passenger, one, two: await buildCard(pool, { passenger_id }) };
}

/** A metro trip of a card. */
async function ride({ medium_id }: Pick<CardRow, 'medium_id'>, started_at: string, trip: Trip = {}): Promise<string> {
  const metro = { line_id: 'M1', transport_type: 'metro', checked_out_at: `${started_at.slice(0, 13)}:59:00Z` };
  return (await buildTrip(pool, { medium_id, started_at, ...metro, ...trip })).trip_id;
}

const open = { status: 'fallback', fare_reason: 'incomplete', checked_out_at: null, to_name: null };

it('names each trip with its card, its doubt and the other trip, the newest first', async () => {
  const { passenger, one, two } = await withTwoCards();
  const forgotten = await ride(one, '2026-03-01T08:00:00Z', open);
  const real = await ride(one, '2026-03-05T08:00:00Z');
  const accident = await ride(two, '2026-03-05T08:01:00Z', open);

  const response = await passenger.call({ url });

  expect(response.json()).toEqual({
    items: [
      {
        ...{ cardId: two.card_id, tripId: accident, at: '2026-03-05T08:01:00Z', doubt: 'two_cards' },
        other: { cardId: one.card_id, tripId: real, at: '2026-03-05T08:00:00Z' },
      },
      { cardId: one.card_id, tripId: forgotten, at: '2026-03-01T08:00:00Z', doubt: 'no_check_out', other: null },
    ],
  });
});

it('joins a check-in and a check-out of two media over the border of a month', async () => {
  const { passenger, one, two } = await withTwoCards();
  const phone = await buildFormerMedium(pool, one);
  const first = await ride(one, '2026-02-28T23:50:00Z', open);
  const at = '2026-03-01T00:10:00Z';
  const last = await ride({ medium_id: phone }, at, { ...open, from_name: null, checked_out_at: at, to_name: 'Hill' });
  // A stop whose name only the timetable knows: this is a check-in.
  const named = { ...open, from_name: null, from_stop_id: 'S1', checked_out_at: '2026-03-02T08:00:00Z' };
  await ride(two, '2026-03-02T08:00:00Z', named);

  expect(await doubtsOf(passenger)).toEqual([
    [one.card_id, last, 'split', first],
    [one.card_id, first, 'split', last],
  ]);
});

it('judges what is shown of a card, in the last eight weeks', async () => {
  const { passenger, one, two } = await withTwoCards();
  await ride(one, '2026-01-13T11:59:59Z', open);
  const oldest = await ride(one, '2026-01-13T12:00:00Z', open);
  await insertRow(pool, 'history_bounds', { medium_id: two.medium_id, shown_from: '2026-03-01T00:00:00Z' });
  await ride(two, '2026-02-28T08:00:00Z', open);

  expect(await doubtsOf(passenger)).toEqual([[one.card_id, oldest, 'no_check_out', null]]);
});

it('says nothing any more once it was refunded, a refund is on its way, or nobody asks for the fare', async () => {
  const { passenger, one } = await withTwoCards();
  const { medium_id } = one;
  const payment = await buildPayment(pool, { medium_id, opened_at: '2026-03-01T07:00:00Z' });
  const unpaid = { status: 'payment_error', paid_minor: 0, opened_at: '2026-03-03T07:00:00Z' };
  const { srid } = await buildPayment(pool, { medium_id, ...unpaid });
  await ride(one, '2026-03-01T08:00:00Z', { ...open, refund_minor: 100 });
  const declined = await ride(one, '2026-03-02T08:00:00Z', open);
  const refunded = await ride(one, '2026-03-02T18:00:00Z', open);
  const owed = await ride(one, '2026-03-03T08:00:00Z', { ...open, srid });
  await buildRefund(pool, payment, { trip_id: refunded });
  await buildRefund(pool, await buildPayment(pool, { ...payment, srid: nextSrid(), payment_id: randomUUID() }), {
    trip_id: declined,
  });
  await pool.query('update refund_trips set is_void = true where trip_id = $1', [declined]);

  const unsettled = [one.card_id, declined, 'no_check_out', null];
  expect(await doubtsOf(passenger)).toEqual([[one.card_id, owed, 'no_check_out', null], unsettled]);

  await pool.query(`update debts set state = 'ready', written_off_minor = 740 where medium_id = $1`, [medium_id]);

  expect(await doubtsOf(passenger)).toEqual([unsettled]);
});

it('follows corrections: a check-out that comes later, and a trip that moves to another card', async () => {
  const { passenger, one, two } = await withTwoCards();
  const late = await ride(one, '2026-03-01T08:00:00Z', open);
  const bus = { status: 'calculated', line_id: '12', checked_out_at: null };
  const other = await ride(one, '2026-03-05T08:00:30Z', bus);
  const moved = await ride(one, '2026-03-05T08:00:40Z', bus);
  expect(await doubtsOf(passenger)).toEqual([
    [one.card_id, moved, 'charged_twice', other],
    [one.card_id, late, 'no_check_out', null],
  ]);

  await pool.query(`update trips set status = 'calculated', checked_out_at = started_at where trip_id = $1`, [late]);
  await pool.query('delete from trips where trip_id = $1', [moved]);
  await ride(two, '2026-03-05T08:00:40Z', { ...bus, trip_id: moved });

  expect(await doubtsOf(passenger)).toEqual([]);
});

it('[CARD-14] shows nothing of other passengers: neither their trips, nor that they travelled together', async () => {
  const { passenger, one } = await withTwoCards();
  const stranger = await withTwoCards();
  await ride(one, '2026-03-05T08:00:00Z');
  const accident = await ride(stranger.one, '2026-03-05T08:00:30Z', open);

  expect(await doubtsOf(passenger)).toEqual([]);
  expect(await doubtsOf(stranger.passenger)).toEqual([[stranger.one.card_id, accident, 'no_check_out', null]]);
});
