import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import {
  askAboutTrip,
  questionDesk,
  questionsOf,
  travel,
  travelled,
  travelledAt,
  withFerries,
} from '../../../test/questions.ts';
import { refusalIn } from '../../../test/refund-calls.ts';
import { queueForPassenger } from '../../../test/row-queue.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([authRole, portalRole], { config: { operators: withFerries } });
const { pool } = testApp;
const desk = await questionDesk(testApp);

/** A passenger with trips of two cards. */
async function withTwoCards() {
  const person = await travelled(testApp);
  const { passengerId: passenger_id } = person.passenger;
  const otherCard = await buildCard(pool, { passenger_id });
  const other = { card: otherCard, ...(await travel(testApp, otherCard)) };
  const named = { cardId: otherCard.card_id, tripId: other.trip.trip_id, at: travelledAt };
  const unlink = (cardId: number) =>
    person.passenger.call({ method: 'DELETE', url: `/public/api/v1/portal/cards/${cardId}` });
  return { ...person, other, named, unlink };
}

it('is kept with the question as it was, and the operator is told of it, but not of which card', async () => {
  const { other, named, ...person } = await withTwoCards();

  const response = await askAboutTrip(person, { reason: 'charged_twice', otherTrip: named });

  expect(response.statusCode).toBe(201);
  await pool.query('update trips set fare_minor = 1 where trip_id = $1', [other.trip.trip_id]);
  const facts = { tripId: other.trip.trip_id, at: travelledAt, srid: other.payment.srid };
  const amount = { amountMinor: 370, currency: 'CAD' };
  const [question] = await questionsOf(person.passenger);
  expect(question?.otherTrip).toEqual({ ...facts, cardId: other.card.card_id, amount });
  const read = await desk.read(response.json().id);
  expect(read.json().otherTrip).toEqual({ ...facts, amount, paymentId: other.payment.payment_id });
  for (const secret of [other.card.medium_id, other.card.name]) expect(read.body).not.toContain(secret);
  const exported = (await person.passenger.call({ url: '/public/api/v1/auth/user/export' })).json();
  expect(exported.questionTrips).toMatchObject([{ tripId: other.trip.trip_id, srid: other.payment.srid }]);
});

it('[CARD-14] may only be a trip that the passenger is shown, of the operator that is asked', async () => {
  const { other, named, ...person } = await withTwoCards();
  const stranger = await withTwoCards();
  const { medium_id } = other.card;
  const ferry = await buildTrip(pool, { medium_id, started_at: travelledAt, operator_code: '2' });
  const of = { cardId: stranger.card.card_id, tripId: stranger.trip.trip_id };
  const ask = (otherTrip: object) => askAboutTrip(person, { otherTrip: { ...named, ...otherTrip } });

  const answers = [
    await ask(of),
    await ask({ tripId: of.tripId }),
    await ask({ cardId: of.cardId }),
    await ask({ tripId: randomUUID() }),
    await ask({ tripId: ferry.trip_id }),
  ];
  await insertRow(pool, 'history_bounds', { medium_id, shown_from: new Date(Date.now() - dayMs) });
  answers.push(await ask({}));

  expect(answers.map(refusalIn)).toEqual(answers.map(() => [404, 'NWA0037']));
  expect(await questionsOf(person.passenger)).toEqual([]);
});

it('goes when its card is unlinked, and the question stays', async () => {
  const { other, named, unlink, ...person } = await withTwoCards();
  const { id } = (await askAboutTrip(person, { otherTrip: named })).json();

  expect((await unlink(other.card.card_id)).statusCode).toBe(204);

  expect((await questionsOf(person.passenger)).map(({ otherTrip }) => otherTrip)).toEqual([null]);
  expect((await desk.read(id)).json().otherTrip).toBeNull();
});

it.each([
  ['before', ['unlink', 'ask'], [204, 404], []],
  ['after', ['ask', 'unlink'], [201, 204], [null]],
] as const)('of a card that is unlinked %s the question is stored is never kept', async (_, order, expected, kept) => {
  const { other, named, unlink, ...person } = await withTwoCards();
  const calls = {
    unlink: () => unlink(other.card.card_id),
    ask: () => askAboutTrip(person, { otherTrip: named }),
  };

  const answers = await queueForPassenger(
    pool,
    person.passenger.passengerId,
    order.map((name) => calls[name]),
  );

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(expected);
  expect((await questionsOf(person.passenger)).map(({ otherTrip }) => otherTrip)).toEqual(kept);
});
