import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { goodPassword } from '../../../test/factories/credentials.ts';
import { buildMarkedPerson } from '../../../test/factories/marked-person.ts';
import { buildQuestion } from '../../../test/factories/questions.ts';
import { askAboutTrip, questionDesk, travelled, write } from '../../../test/questions.ts';
import { beginHolding } from '../../../test/row-queue.ts';
import { traceHeader } from '../../../test/trace-header.ts';
import { sweepExpired } from '../../jobs/sweep-expired.job.ts';
import { contextOf } from '../../plugins/context.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';
import { checkMoney, listAlarms } from '../alarms/alarms.service.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { app, context, pool } = testApp;
const worker = contextOf(context, 'worker');
const silent = { error: () => undefined };

const numbersOf = async () =>
  (await pool.query<{ number: string }>('select number from questions order by number')).rows.map(
    ({ number }) => number,
  );

it('is forgotten 400 days after the newest text, and at no time by a question that somebody changes just now', async () => {
  const written_at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [old, young, held] = [
    await buildQuestion(pool, { written_at: written_at(401) }),
    await buildQuestion(pool, { written_at: written_at(399) }),
    await buildQuestion(pool, { written_at: written_at(401) }),
  ];
  const holder = await pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query(beginHolding);
  await holder.query('select from questions where question_id = $1 for update', [held.question_id]);

  await sweepExpired(worker);

  expect(await numbersOf()).toEqual([young.number, held.number].toSorted());
  await holder.query('rollback');
  await sweepExpired(worker);
  expect(await numbersOf()).toEqual([young.number]);
  const { rows } = await pool.query('select from question_entries where question_id = $1', [old.question_id]);
  expect(rows).toEqual([]);
});

it('is an alarm for each operator while it waits too long', async () => {
  await pool.query('delete from questions');
  const late = '2026-03-01T08:00:00+00:00';
  const questions = [
    await buildQuestion(pool, { answer_until: '2026-03-02T08:00:00Z' }),
    await buildQuestion(pool, { answer_until: late }),
    await buildQuestion(pool, { answer_until: late, operator_code: '2' }),
  ];
  await buildQuestion(pool);
  const open = async () => {
    await checkMoney(worker, silent);
    const { alarms } = await listAlarms(pool);
    return alarms.map(({ kind, subject, detail }) => [kind, subject, detail]).toSorted();
  };

  const ofTwo = ['question_waiting', '2', { questions: 1, since: late }];
  expect(await open()).toEqual([['question_waiting', '1', { questions: 2, since: late }], ofTwo]);
  for (const { question_id, operator_code } of questions)
    if (operator_code === '1')
      await pool.query(`update questions set state = 'answered', answer_until = null where question_id = $1`, [
        question_id,
      ]);
  expect(await open()).toEqual([ofTwo]);
});

it('is in the data export of its passenger, with the answer', async () => {
  const person = await travelled(testApp);
  const desk = await questionDesk(testApp);
  const { id, number } = (await askAboutTrip(person)).json();
  await desk.answer(id);

  const exported = (await person.passenger.call({ url: '/public/api/v1/auth/user/export' })).json();

  expect(exported.questions).toMatchObject([
    { questionId: id, number, about: 'trip', subjectId: person.trip.trip_id, reason: 'wrong_fare', state: 'answered' },
  ]);
  expect(exported.questionTexts).toMatchObject([
    { questionId: id, writtenBy: 'passenger', text: 'Why so much?', outcome: null },
    { questionId: id, writtenBy: 'operator', text: 'You changed lines.', outcome: 'explained' },
  ]);
});

it('leaves no text when the account is closed, also of an answer that comes at that moment', async () => {
  const marker = 'zyxquestion';
  const person = await buildMarkedPerson(context, marker);
  const { rows } = await pool.query('select question_id from questions where passenger_id = $1', [person.passengerId]);
  const id = rows[0]?.question_id;
  // The factory writes the marker into the number too, which a person cannot choose.
  await pool.query(`update questions set number = 'K7M-2QF' where question_id = $1`, [id]);
  const desk = await questionDesk(testApp);
  const headers = { cookie: person.cookie, 'x-trace': traceHeader() };
  const call: Parameters<typeof write>[0]['call'] = (request) =>
    app.inject({ ...request, headers: { ...headers, ...request.headers } });
  await write({ passengerId: person.passengerId, cookie: person.cookie, call }, id, `${marker} more`);
  const payload = { reason: 'x', password: goodPassword };

  const [closed, answer] = await Promise.all([
    call({ method: 'POST', url: '/public/api/v1/auth/user/anonymize', payload }),
    desk.answer(id, { text: `${marker} answer` }),
  ]);

  expect(closed.statusCode).toBe(204);
  expect([201, 404]).toContain(answer.statusCode);
  const found = ['questions', 'question_entries', 'idempotency_keys', 'graphile_worker._private_jobs'].map(
    async (table) => (await pool.query(`select r::text from ${table} r where r::text like $1`, [`%${marker}%`])).rows,
  );
  expect(await Promise.all(found)).toEqual([[], [], [], []]);
});
