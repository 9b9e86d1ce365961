import path from 'node:path';
import { portalRole } from '@tapfolio/server/src/roles/portal.ts';
import { createTestApp } from '@tapfolio/server/test/build-app.ts';
import { buildApiKey } from '@tapfolio/server/test/factories/api-keys.ts';
import { askAboutPayment, asked, questionsOf, travelled } from '@tapfolio/server/test/questions.ts';
import { temporaryDirectory } from '@tapfolio/server/test/temporary-directory.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startBackOffice } from './back-office.ts';
import { answerLate, openQuestionDesk, type QuestionDesk } from './question-desk.ts';
import { openRefundDesk } from './refund-desk.ts';

const testApp = await createTestApp([portalRole]);
const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
const scopes = ['questions:read', 'questions:write'] as const;
const { headers } = await buildApiKey(testApp.context, { scopes });
const key = headers.authorization.slice('Bearer '.length);
const desk = openQuestionDesk(address, key);

async function openPage(questions: QuestionDesk): Promise<string> {
  const backOffice = await startBackOffice(path.join(temporaryDirectory(), 'back-office.json'));
  onTestFinished(() => backOffice.close());
  const refunds = openRefundDesk(address, key);
  const nothing = { payments: () => [], find: () => undefined, asked: [], answered: [] };
  backOffice.serve({ desk: refunds, questions, ...nothing });
  return backOffice.pageUrl;
}

const look = async (url: string) => await (await fetch(url)).text();

async function answer(pageUrl: string, fields: Record<string, string>, from: Record<string, string> = {}) {
  const body = new URLSearchParams({ outcome: 'explained', ...fields });
  return await fetch(new URL('/answers', pageUrl), { method: 'POST', body, headers: from });
}

it('shows a question with its texts and answers it once', async () => {
  const person = await travelled(testApp);
  const { id: questionId, number } = await asked(person, { text: 'Why <b>so</b> much?' });
  const pageUrl = await openPage(desk);
  expect(await look(pageUrl)).toContain('Passenger: Why &lt;b&gt;so&lt;/b&gt; much?');

  const fields = { questionId, number, text: 'Two zones.' };
  expect((await answer(pageUrl, fields, { origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await answer(pageUrl, { ...fields, outcome: 'forgotten' })).status).toBe(400);
  const page = await (await answer(pageUrl, fields)).text();

  expect(page).toContain(`Answered since the start: ${number}: answered`);
  expect(page).not.toContain(`<h3>${number}</h3>`);
  const [question] = await questionsOf(person.passenger);
  expect(question?.entries.map(({ by, text }) => [by, text])).toEqual([
    ['passenger', 'Why <b>so</b> much?'],
    ['operator', 'Two zones.'],
  ]);
  expect(await (await answer(pageUrl, { ...fields, text: '<p>Two</p>' })).text()).toContain('answer_has_markup');
});

it('answers in the language of the passenger what nobody has answered for ten minutes', async () => {
  const person = await travelled(testApp, 'fr_CA');
  const { id } = await asked(person);
  await askAboutPayment(person);
  await testApp.pool.query(
    `update question_entries set written_at = now() - interval '11 minutes' where question_id = $1`,
    [id],
  );

  await answerLate(desk, Date.now());

  const questions = await questionsOf(person.passenger);
  expect(questions.map(({ id: one, state }) => [one === id, state]).toSorted()).toEqual([
    [false, 'open'],
    [true, 'answered'],
  ]);
  expect(questions.find(({ state }) => state === 'answered')?.entries.at(-1)?.text).toContain('tarif');
});

it('says so while the portal does not answer', async () => {
  expect(await look(await openPage(openQuestionDesk(address, 'tapfolio_unknown')))).toContain(
    'The portal does not answer',
  );
});
