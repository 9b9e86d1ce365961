import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/build-app.ts';
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
import { actMeanwhile, queueForPassenger, untilWaiting } from '../../../test/row-queue.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { decideClaims } from '../card-claims/decide-claims.service.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { pool, signIn } = testApp;
const desk = await questionDesk(testApp);
const worker = contextOf(testApp.context, 'worker');

type Response = Awaited<ReturnType<SignedIn['call']>>;
const statusOf = (response: { statusCode: number }) => response.statusCode;

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

/** Lets two calls meet at the row of a question: each makes its checks, waits for the row, and goes on in this order. */
async function meetAt(
  id: string,
  first: () => Promise<Response>,
  second: () => Promise<Response>,
): Promise<Response[]> {
  let later: Promise<Response> | undefined;
  const earlier = await actMeanwhile(pool, {
    lock: { text: 'select from questions where question_id = $1 for update', values: [id] },
    call: first,
    act: async () => {
      later = second();
      await untilWaiting(pool, 2);
    },
  });
  return [earlier, ...(later === undefined ? [] : [await later])];
}

it('of an answer and a withdrawal that meet, the first one counts', async () => {
  const person = await travelled(testApp);
  const one = await asked(person);
  const other = await asked({ ...person, ...(await travel(testApp, person.card)) });
  const answer =
    ({ id }: { id: string }) =>
    () =>
      desk.answer(id);
  const leave =
    ({ id }: { id: string }) =>
    () =>
      withdraw(person.passenger, id);

  expect((await meetAt(one.id, answer(one), leave(one))).map(statusOf)).toEqual([201, 409]);
  expect((await meetAt(other.id, leave(other), answer(other))).map(statusOf)).toEqual([204, 409]);
  expect((await questionsOf(person.passenger)).map(({ state }) => state).toSorted()).toEqual(['answered', 'withdrawn']);
});

it('of a text and an answer that meet, the second one decides who has to do something', async () => {
  const person = await travelled(testApp);
  const { id } = await asked(person);
  const [text, answer] = [() => write(person.passenger, id), () => desk.answer(id)];
  const stateIs = async () => (await questionsOf(person.passenger))[0]?.state;

  expect((await meetAt(id, text, answer)).map(statusOf)).toEqual([201, 201]);
  expect(await stateIs()).toBe('answered');
  expect((await meetAt(id, answer, text)).map(statusOf)).toEqual([201, 201]);
  expect(await stateIs()).toBe('open');
  await pool.query('update questions set entry_count = 39 where question_id = $1', [id]);
  expect((await meetAt(id, answer, answer)).map(statusOf)).toEqual([201, 409]);
});

it(`an answer and a text that are repeated with their keys are stored once, in ${rounds} rounds`, async () => {
  await everyRound(testApp, async () => {
    const person = await travelled(testApp);
    const { id } = await asked(person);
    const [key, other] = [randomUUID(), randomUUID()];

    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.answer(id, {}, key)));
    const texts = await Promise.all(Array.from({ length: 4 }, () => write(person.passenger, id, 'More.', other)));

    expect([...answers, ...texts].map(statusOf)).toEqual(Array.from({ length: 8 }, () => 201));
    expect((await textsOf(id)).map(({ written_by: by }) => by)).toEqual(['passenger', 'operator', 'passenger']);
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

it('an account that closes while a second answer comes takes question, texts and mail along, and neither waits for the other', async () => {
  const { passenger, ...person } = await travelled(testApp);
  const { id } = await asked({ passenger, ...person });
  await desk.answer(id);
  await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passenger.passengerId]);
  await pool.query('update sessions set proven_at = now() where passenger_id = $1', [passenger.passengerId]);
  const url = '/public/api/v1/auth/user/anonymize';
  let closing: ReturnType<SignedIn['call']> | undefined;

  const answer = await actMeanwhile(pool, {
    lock: { text: 'select from questions where question_id = $1 for update', values: [id] },
    call: () => desk.answer(id),
    act: async () => {
      closing = passenger.call({ method: 'POST', url, payload: { reason: 'privacy' } });
      await untilWaiting(pool, 2);
    },
  });
  const closed = await closing;

  expect([answer.statusCode, closed?.statusCode]).toEqual([201, 204]);
  expect(await textsOf(id)).toEqual([]);
  const jobs = `select from graphile_worker._private_jobs where payload->>'questionId' = $1`;
  expect((await pool.query(jobs, [id])).rowCount).toBe(0);
});
