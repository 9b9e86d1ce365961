import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { genericPlan, nodesOf } from '../../../test/generic-plan.ts';
import {
  askAboutPayment,
  asked,
  questionDesk,
  questionsOf,
  travel,
  travelled,
  travelledAt,
  withdraw,
  withFerries,
  write,
} from '../../../test/questions.ts';
import { refusalIn } from '../../../test/refund-calls.ts';
import { declaredStatements } from '../../lib/sql.ts';
import { portalRole } from '../../roles/portal.ts';

const testApp = await createTestApp([portalRole], { config: { operators: withFerries } });
const { pool } = testApp;
const desk = await questionDesk(testApp);

beforeEach(async () => void (await pool.query('delete from questions')));

const idsIn = (response: { json(): { items: { id: string }[] } }) => response.json().items.map(({ id }) => id);

describe('the system of an operator', () => {
  it('reads what is asked and in which language, and nothing of who asks', async () => {
    const person = await travelled(testApp, 'fr_CA');
    const { id, number, answerBy } = await asked(person);

    const response = await desk.list();

    const question = {
      id,
      number,
      operatorCode: '1',
      tripId: person.trip.trip_id,
      at: travelledAt,
      paymentId: person.payment.payment_id,
      srid: person.payment.srid,
      amount: { amountMinor: 370, currency: 'CAD' },
      otherTrip: null,
      reason: 'wrong_fare',
      language: 'fr_CA',
      state: 'open',
      askedAt: expect.any(String),
      answerBy,
      entries: [{ by: 'passenger', at: expect.any(String), text: 'Why so much?', outcome: null }],
    };
    expect(response.json()).toEqual({ items: [question], nextCursor: null });
    expect((await desk.read(id)).json()).toEqual(question);
    const { passengerId } = person.passenger;
    for (const secret of [passengerId, person.card.medium_id, person.card.name])
      expect(response.body).not.toContain(secret);
  });

  it('reads of a payment that it is no trip, and of a trip that it has no payment yet', async () => {
    const person = await travelled(testApp);
    const lone = await buildTrip(pool, { medium_id: person.card.medium_id, started_at: travelledAt });
    await askAboutPayment(person);
    await asked({ ...person, trip: lone });

    expect((await desk.list()).json().items).toMatchObject([
      { tripId: null, at: travelledAt, paymentId: person.payment.payment_id },
      { tripId: lone.trip_id, at: travelledAt, paymentId: null, srid: null },
    ]);
  });

  it('pages through those that wait longest first, while they are answered and others come', async () => {
    const person = await travelled(testApp);
    const ids: string[] = [];
    const ask = async () => ids.push((await asked({ ...person, ...(await travel(testApp, person.card)) })).id);
    for (let count = 0; count < 5; count += 1) await ask();
    const [first = '', second = '', third, fourth, fifth] = ids;

    const page = await desk.list({ limit: '2' });
    await desk.answer(first);
    await write(person.passenger, second);
    await ask();
    const next = await desk.list({ limit: '2', cursor: page.json().nextCursor });
    await desk.answer(third ?? '');
    await write(person.passenger, first);
    const last = await desk.list({ limit: '2', cursor: next.json().nextCursor });
    const rest = await desk.list({ limit: '2', cursor: last.json().nextCursor });

    expect([page, next, last, rest].map(idsIn)).toEqual([[first, second], [third, fourth], [fifth, ids[5]], [first]]);
    expect(rest.json().nextCursor).toBeNull();
    expect(refusalIn(await desk.list({ cursor: 'made up' }))).toEqual([400, 'TM0203']);
  });

  it('lists the others by their state', async () => {
    const person = await travelled(testApp);
    const answered = await asked(person);
    const withdrawn = await asked({ ...person, ...(await travel(testApp, person.card)) });
    await desk.answer(answered.id);
    await withdraw(person.passenger, withdrawn.id);

    expect(idsIn(await desk.list())).toEqual([]);
    expect(idsIn(await desk.list({ state: 'answered' }))).toEqual([answered.id]);
    expect(idsIn(await desk.list({ state: 'withdrawn' }))).toEqual([withdrawn.id]);
  });

  it.each(['listAsked', 'listAskedOfOperator'])('finds the page of %s by an index alone', async (name) => {
    const planner = await pool.connect();
    onTestFinished(() => planner.release(true));
    await planner.query('set enable_seqscan = off');
    const text = declaredStatements.get(`questions.${name}`)?.text ?? '';
    const nodes = nodesOf(await genericPlan(planner, text));

    const scan = nodes.find((node) => node['Relation Name'] === 'questions');
    expect(scan).toMatchObject({ 'Node Type': 'Index Scan', 'Index Cond': expect.stringContaining('state_at') });
    expect(scan).not.toHaveProperty('Filter');
  });

  it('answers, and the passenger reads it as it was written', async () => {
    const person = await travelled(testApp);
    const { id, number } = await asked(person);
    const key = randomUUID();
    const body = { text: 'Two zones.\r\n\r\nBye ', outcome: 'corrected' };

    const answers = [await desk.answer(id, body, key), await desk.answer(id, body, key)];

    const receipt = { id, number, state: 'answered', answerBy: null };
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [201, receipt],
      [201, receipt],
    ]);
    const [question] = await questionsOf(person.passenger);
    expect(question).toMatchObject({ state: 'answered', answerBy: null });
    expect(question?.entries.slice(1)).toEqual([
      { by: 'operator', at: expect.any(String), text: 'Two zones.\n\nBye', outcome: 'corrected' },
    ]);
    const { rows } = await pool.query(`select detail from audit_events where kind = 'question_answered'`);
    expect(rows).toContainEqual({ detail: { questionId: id, keyId: desk.keyId, outcome: 'corrected' } });
  });

  it('keeps no text of an answer or a question beside the key of its call', async () => {
    const person = await travelled(testApp);
    const { id } = await asked(person, { text: 'zyxquestion' });
    await write(person.passenger, id, 'zyxaddition');
    await desk.answer(id, { text: 'zyxanswer' });

    const { rows } = await pool.query(`select answer from idempotency_keys where answer::text like '%zyx%'`);
    expect(rows).toEqual([]);
  });

  it('answers in plain text', async () => {
    const { id } = await asked(await travelled(testApp));

    for (const text of ['<p>Hello</p>', 'a&nbsp;b'])
      expect(refusalIn(await desk.answer(id, { text }))).toEqual([422, 'answer_has_markup']);
    expect(refusalIn(await desk.answer(id, { text: 'a\u202Eb' }))).toEqual([400, '0102']);
    expect((await desk.answer(id, { text: 'Trains & buses: 3 < 4' })).statusCode).toBe(201);
  });

  it('does not learn that another operator has a question', async () => {
    const person = await travelled(testApp);
    const { medium_id } = person.card;
    const ferry = await buildPayment(pool, { medium_id, opened_at: travelledAt, operator_code: '2' });
    const { id } = (await askAboutPayment({ ...person, payment: ferry })).json();
    const bus = await asked(person);
    const [own, other] = [await questionDesk(testApp, '2'), await questionDesk(testApp, '1')];

    expect([idsIn(await own.list()), idsIn(await other.list())]).toEqual([[id], [bus.id]]);
    const notFound = [404, 'question_not_found'];
    for (const unknown of [id, randomUUID()]) {
      expect(refusalIn(await other.read(unknown))).toEqual(notFound);
      expect(refusalIn(await other.answer(unknown))).toEqual(notFound);
    }
    expect((await own.answer(id)).statusCode).toBe(201);
    expect((await questionsOf(person.passenger)).map(({ operator }) => operator)).toEqual(['Ferries', null]);
  });
});
