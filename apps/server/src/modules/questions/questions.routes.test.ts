import { randomUUID } from 'node:crypto';
import { dayMs } from '@tapfolio/domain/durations.ts';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildFormerMedium } from '../../../test/factories/cards.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import {
  askAboutPayment,
  askAboutTrip,
  asked,
  questionDesk,
  questionsOf,
  travel,
  travelled,
  travelledAt,
  withdraw,
  write,
} from '../../../test/questions.ts';
import { refusalIn } from '../../../test/refund-calls.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole]);
const { context, pool, signIn } = testApp;
const desk = await questionDesk(testApp);

describe('a passenger', () => {
  it('asks about a trip, and the question keeps what the trip was like', async () => {
    const person = await travelled(testApp);
    const { trip, payment, card } = person;

    const response = await askAboutTrip(person, { text: ' Too much.\r\nWhy?\t ', at: travelledAt });

    const receipt = response.json();
    expect(response.statusCode).toBe(201);
    expect(receipt).toEqual({
      id: expect.any(String),
      number: expect.stringMatching(/^[B-Z2-9]{3}-[B-Z2-9]{3}$/),
      state: 'open',
      answerBy: expect.any(String),
    });
    const days = (Date.parse(receipt.answerBy) - Date.now()) / dayMs;
    expect(days).toBeCloseTo(context.config.questions?.answerDays ?? 0, 1);
    await pool.query('update trips set fare_minor = 1, line_name = null where trip_id = $1', [trip.trip_id]);
    expect(await questionsOf(person.passenger)).toEqual([
      {
        ...receipt,
        cardId: card.card_id,
        operator: null,
        subject: {
          kind: 'trip',
          id: trip.trip_id,
          at: travelledAt,
          timeZone: 'America/Toronto',
          amount: { amountMinor: 370, currency: 'CAD' },
          srid: payment.srid,
          line: '11 as delivered',
        },
        otherTrip: null,
        reason: 'wrong_fare',
        writeUntil: expect.any(String),
        entries: [{ by: 'passenger', at: expect.any(String), text: 'Too much.\nWhy?', outcome: null }],
      },
    ]);
  });

  it('asks about a payment, also about one of a medium that the bank has replaced', async () => {
    const person = await travelled(testApp);
    const former = await buildFormerMedium(pool, person.card);
    const old = await travel(testApp, { medium_id: former });

    expect((await askAboutPayment(person)).statusCode).toBe(201);
    expect((await askAboutPayment({ ...person, ...old })).statusCode).toBe(201);

    const subjects = (await questionsOf(person.passenger)).map(({ subject }) => subject);
    expect(subjects).toMatchObject(
      [old.payment, person.payment].map(({ payment_id, srid }) => {
        return { kind: 'payment', id: payment_id, srid, line: null, amount: { amountMinor: 740, currency: 'CAD' } };
      }),
    );
  });

  it('asks about a refund, and the operator gets the payment that it refunds', async () => {
    const person = await travelled(testApp);
    const { medium_id, srid, payment_id } = person.payment;
    const given = { reason: 'refund', due_minor: 0, paid_minor: -200 };
    const refund = await buildPayment(pool, { medium_id, srid, opened_at: travelledAt, ...given });

    const { id } = (await askAboutPayment({ ...person, payment: refund }, { reason: 'refund_missing' })).json();

    const [question] = await questionsOf(person.passenger);
    expect(question?.subject).toMatchObject({ id: refund.payment_id, amount: { amountMinor: -200, currency: 'CAD' } });
    expect((await desk.read(id)).json()).toMatchObject({ tripId: null, paymentId: payment_id, srid });
  });

  it('is not asked about what they are not shown', async () => {
    const [person, stranger] = [await travelled(testApp), await travelled(testApp)];
    await insertRow(pool, 'history_bounds', {
      medium_id: stranger.card.medium_id,
      shown_from: new Date(Date.now() - dayMs),
    });

    const answers = [
      await askAboutTrip({ ...person, trip: stranger.trip }),
      await askAboutPayment({ ...person, payment: stranger.payment }),
      await askAboutTrip(stranger),
      await askAboutPayment(stranger),
      await askAboutTrip({ ...person, card: stranger.card }),
      await askAboutTrip({ ...person, trip: { trip_id: randomUUID() } }),
    ];

    const [trip, payment, card] = [
      [404, 'NWA0037'],
      [404, 'NWA0002'],
      [404, 'TM0108'],
    ];
    expect(answers.map(refusalIn)).toEqual([trip, payment, trip, payment, card, trip]);
    expect(await questionsOf(stranger.passenger)).toEqual([]);
  });

  it('has one open question about a trip, and may ask again once it is over', async () => {
    const person = await travelled(testApp);
    const first = await asked(person);

    expect(refusalIn(await askAboutTrip(person))).toEqual([409, 'question_already_open']);
    expect((await askAboutPayment(person)).statusCode).toBe(201);
    await withdraw(person.passenger, first.id);
    const second = await asked(person);
    await desk.answer(second.id);
    const third = await asked(person);

    expect(refusalIn(await write(person.passenger, second.id))).toEqual([409, 'question_already_open']);
    const trips = (await questionsOf(person.passenger)).filter(({ subject }) => subject.kind === 'trip');
    expect(trips.map(({ id, state }) => [id, state])).toEqual([
      [third.id, 'open'],
      [second.id, 'answered'],
      [first.id, 'withdrawn'],
    ]);
  });

  it('has ten open questions at most', async () => {
    const person = await travelled(testApp);
    const answered = await asked(person);
    await desk.answer(answered.id);
    for (let count = 0; count < 10; count += 1) await asked({ ...person, ...(await travel(testApp, person.card)) });

    expect(refusalIn(await askAboutPayment(person))).toEqual([409, 'too_many_questions']);
    expect(refusalIn(await write(person.passenger, answered.id))).toEqual([409, 'too_many_questions']);
  });

  it('sends no card number, and may name the statement reference', async () => {
    const person = await travelled(testApp);
    const text = 'My card is 4242 4242 4242 4242.';

    const { id } = await asked(person, { text: `What is PLT*${person.payment.srid}, on 2026-11-20 08:14?` });

    const refused = [422, 'question_text_has_card_number'];
    expect(refusalIn(await askAboutTrip(person, { text }))).toEqual(refused);
    expect(refusalIn(await askAboutPayment(person, { text }))).toEqual(refused);
    expect(refusalIn(await write(person.passenger, id, text))).toEqual(refused);
    expect(refusalIn(await desk.answer(id, { text }))).toEqual(refused);
  });

  it.each([
    ['of nothing', ''],
    ['of blanks', ' \r\n\t '],
    ['of 1001 characters', 'x'.repeat(1001)],
    ['that turns the direction of what follows', 'a\u202Eb'],
    ['with a control character', 'a\u0007b'],
  ])('sends no text %s', async (_, text) => {
    const person = await travelled(testApp);

    expect(refusalIn(await askAboutTrip(person, { text }))).toEqual([400, '0102']);
    expect((await askAboutTrip(person, { text: 'x'.repeat(1000) })).statusCode).toBe(201);
  });
});

describe('a question', () => {
  it('goes on after an answer, for sixty days', async () => {
    const person = await travelled(testApp);
    const { passenger } = person;
    const { id } = await asked(person);
    const stateIs = async () =>
      (await questionsOf(passenger)).map(({ state, answerBy, writeUntil }) => [state, answerBy, writeUntil]);
    await desk.answer(id);
    const [[, , writeUntil] = []] = await stateIs();

    expect(await stateIs()).toEqual([['answered', null, expect.any(String)]]);
    expect((Date.parse(writeUntil ?? '') - Date.now()) / dayMs).toBeCloseTo(60, 1);
    expect((await write(passenger, id)).json()).toMatchObject({ state: 'open', answerBy: expect.any(String) });
    await desk.answer(id, { text: 'Again.', outcome: 'declined' });
    const [question] = await questionsOf(passenger);
    expect(question?.entries.map(({ by, text, outcome }) => [by, text, outcome])).toEqual([
      ['passenger', 'Why so much?', null],
      ['operator', 'You changed lines.', 'explained'],
      ['passenger', 'And one more thing.', null],
      ['operator', 'Again.', 'declined'],
    ]);

    await pool.query(`update questions set state_at = state_at - interval '60 days' where question_id = $1`, [id]);
    expect(await stateIs()).toEqual([['answered', null, null]]);
    expect(refusalIn(await write(passenger, id))).toEqual([409, 'question_closed']);
    expect((await desk.answer(id)).statusCode).toBe(201);
  });

  it('waits since it was asked, also if its passenger writes more', async () => {
    const person = await travelled(testApp);
    const { id, answerBy } = await asked(person);

    expect((await write(person.passenger, id)).json()).toMatchObject({ state: 'open', answerBy });
  });

  it('is withdrawn once, and not after the answer', async () => {
    const person = await travelled(testApp);
    const { passenger } = person;
    const { id } = await asked(person);
    expect([(await withdraw(passenger, id)).statusCode, (await withdraw(passenger, id)).statusCode]).toEqual([
      204, 204,
    ]);
    const next = await asked(person);
    await desk.answer(next.id);

    expect(refusalIn(await withdraw(passenger, next.id))).toEqual([409, 'question_closed']);
    expect(refusalIn(await write(passenger, id))).toEqual([409, 'question_closed']);
    expect(refusalIn(await desk.answer(id))).toEqual([409, 'question_closed']);
  });

  it('has forty texts, and the last one is the operator’s', async () => {
    const person = await travelled(testApp);
    const { passenger } = person;
    const { id } = await asked(person);
    await pool.query('update questions set entry_count = 38 where question_id = $1', [id]);

    expect((await write(passenger, id)).statusCode).toBe(201);
    expect(refusalIn(await write(passenger, id))).toEqual([409, 'question_closed']);
    expect((await questionsOf(passenger)).map(({ writeUntil }) => writeUntil)).toEqual([null]);
    expect((await desk.answer(id)).statusCode).toBe(201);
    expect(refusalIn(await desk.answer(id))).toEqual([409, 'question_closed']);
  });

  it('is found by its passenger only', async () => {
    const { id } = await asked(await travelled(testApp));
    const stranger = await signIn();

    const notFound = [404, 'question_not_found'];
    expect(refusalIn(await write(stranger, id))).toEqual(notFound);
    expect(refusalIn(await withdraw(stranger, id))).toEqual(notFound);
    expect(await questionsOf(stranger)).toEqual([]);
  });

  it('is not offered if nobody would answer; who has asked may still write', async () => {
    const person = await travelled(testApp);
    const { id } = await asked(person);
    const { questions } = context.config;
    context.config.questions = undefined;
    try {
      expect(refusalIn(await askAboutPayment(person))).toEqual([403, '0107']);
      expect(refusalIn(await askAboutTrip(person))).toEqual([403, '0107']);
      await desk.answer(id);
      expect((await write(person.passenger, id)).statusCode).toBe(201);
      expect(await questionsOf(person.passenger)).toHaveLength(1);
    } finally {
      context.config.questions = questions;
    }
  });
});
