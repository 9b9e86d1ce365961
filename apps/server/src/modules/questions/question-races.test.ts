import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { claim, endTheWeek, lineOf, linkedSince } from '../../../test/claims.ts';
import { everyRound, rounds } from '../../../test/every-round.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import {
  askAboutTrip,
  asked,
  questionDesk,
  questionsOf,
  travel,
  travelled,
  withdraw,
  write,
} from '../../../test/questions.ts';
import { queueForPassenger } from '../../../test/row-queue.ts';
import { contextOf } from '../../plugins/context.ts';
import { portalRole } from '../../roles/portal.ts';
import { decideClaims } from '../card-claims/decide-claims.service.ts';

const testApp = await createTestApp([portalRole]);
const { pool, signIn } = testApp;
const desk = await questionDesk(testApp);
const worker = contextOf(testApp.context, 'worker');

const statusOf = (response: { statusCode: number }) => response.statusCode;
const statusesOf = (responses: readonly { statusCode: number }[]) => responses.map(statusOf).toSorted();

const textsOf = async (questionId: string) => {
  const sql = 'select place, written_by from question_entries where question_id = $1 order by place';
  return (await pool.query<{ place: number; written_by: string }>(sql, [questionId])).rows;
};

/** A person with a second card, so that the first one can be unlinked. */
async function withTwoCards() {
  const person = await travelled(testApp);
  await buildCard(pool, { passenger_id: person.passenger.passengerId });
  const url = `/public/api/v1/portal/cards/${person.card.card_id}`;
  return { ...person, unlink: () => person.passenger.call({ method: 'DELETE', url }) };
}

it(`two tabs ask about one trip: one question, and a repeated click is the same question, in ${rounds} rounds`, async () => {
  await everyRound(testApp, async () => {
    const person = await travelled(testApp);
    const keys = [randomUUID(), randomUUID()];

    const answers = await Promise.all([...keys, ...keys].map((key) => askAboutTrip(person, {}, key)));

    const [one, other, again, otherAgain] = answers.map(statusOf);
    expect([again, otherAgain]).toEqual([one, other]);
    expect([one, other].toSorted()).toEqual([201, 409]);
    const made = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json().id);
    expect((await questionsOf(person.passenger)).map(({ id }) => [id, id])).toEqual([made]);
  });
});

it('of many questions at once ten are taken, and none is opened again beside them', async () => {
  const person = await travelled(testApp);
  const answered = await asked(person);
  await desk.answer(answered.id);
  const others = await Promise.all(Array.from({ length: 14 }, () => travel(testApp, person.card)));

  const calls = [
    ...others.map((other) => () => askAboutTrip({ ...person, ...other })),
    () => write(person.passenger, answered.id),
  ];
  const answers = await Promise.all(calls.map((call) => call()));

  expect(answers.map(statusOf).filter((status) => status === 201)).toHaveLength(10);
  expect((await questionsOf(person.passenger)).filter(({ state }) => state === 'open')).toHaveLength(10);
});

it(`texts and answers at once are stored one after the other, forty at most, in ${rounds} rounds`, async () => {
  await everyRound(testApp, async () => {
    const { passenger, ...person } = await travelled(testApp);
    const { id } = await asked({ passenger, ...person });
    await pool.query('update questions set entry_count = 36 where question_id = $1', [id]);

    const writes = Array.from({ length: 4 }, () => write(passenger, id));
    const answers = Array.from({ length: 3 }, () => desk.answer(id));
    const all = await Promise.all([...writes, ...answers]);

    const stored = all.filter(({ statusCode }) => statusCode === 201);
    const places = (await textsOf(id)).map(({ place }) => place);
    expect(places).toEqual([1, ...stored.map((_, index) => 37 + index)]);
    expect(places.at(-1)).toBeLessThanOrEqual(40);
    const [question] = await questionsOf(passenger);
    const last = (await textsOf(id)).at(-1)?.written_by;
    expect(question?.state).toBe(last === 'operator' ? 'answered' : 'open');
  });
});

it(`a question is either answered or withdrawn, and both sides know which, in ${rounds} rounds`, async () => {
  await everyRound(testApp, async () => {
    const person = await travelled(testApp);
    const { id } = await asked(person);

    const [answer, gone] = await Promise.all([desk.answer(id), withdraw(person.passenger, id)]);

    const [question] = await questionsOf(person.passenger);
    const isAnswered = question?.state === 'answered';
    expect([answer.statusCode, gone.statusCode]).toEqual(isAnswered ? [201, 409] : [409, 204]);
    expect(question?.entries).toHaveLength(isAnswered ? 2 : 1);
  });
});

it(`an answer that its system repeats with its key is stored once, in ${rounds} rounds`, async () => {
  await everyRound(testApp, async () => {
    const { id } = await asked(await travelled(testApp));
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.answer(id, {}, key)));

    expect(statusesOf(answers)).toEqual([201, 201, 201, 201]);
    expect(await textsOf(id)).toHaveLength(2);
  });
});

it(`a card that is unlinked takes its questions along, whatever is asked and answered meanwhile, in ${rounds} rounds`, async () => {
  await everyRound(testApp, async () => {
    const person = await withTwoCards();
    const { id } = await asked(person);
    const next = await travel(testApp, person.card);

    const [unlinked, ...others] = await Promise.all([
      person.unlink(),
      askAboutTrip({ ...person, ...next }),
      write(person.passenger, id),
      desk.answer(id),
    ]);

    expect(unlinked.statusCode).toBe(204);
    for (const { statusCode } of others) expect([201, 404]).toContain(statusCode);
    expect(await questionsOf(person.passenger)).toEqual([]);
    expect((await pool.query('select from question_entries where question_id = $1', [id])).rowCount).toBe(0);
    expect(statusOf(await desk.answer(id))).toBe(404);
  });
});

it.each([
  ['before', ['unlink', 'ask'], [204, 404]],
  ['after', ['ask', 'unlink'], [201, 204]],
] as const)('a card that is unlinked %s the question is stored leaves none', async (_, order, expected) => {
  const person = await withTwoCards();
  const calls = { unlink: person.unlink, ask: () => askAboutTrip(person) };

  const answers = await queueForPassenger(
    pool,
    person.passenger.passengerId,
    order.map((name) => calls[name]),
  );

  expect(answers.map(statusOf)).toEqual(expected);
  expect(await questionsOf(person.passenger)).toEqual([]);
});

it('a card that goes to its claimant takes the questions of its former owner along', async () => {
  const person = await withTwoCards();
  const { medium_id } = person.card;
  await linkedSince(testApp, medium_id, 180);
  const lines = [await lineOf(testApp, medium_id, 3), await lineOf(testApp, medium_id, 10)];
  const { id } = await asked(person);
  const claimant = await signIn();
  expect(statusOf(await claim(claimant, lines))).toBe(201);
  await endTheWeek(testApp, medium_id);

  const [, answer] = await Promise.all([decideClaims(worker), desk.answer(id)]);

  expect([201, 404]).toContain(answer.statusCode);
  expect([await questionsOf(person.passenger), await questionsOf(claimant)]).toEqual([[], []]);
});
