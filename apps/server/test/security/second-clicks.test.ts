import { allCalls, nameOf } from '@tapfolio/contracts/contract.ts';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { authRole } from '../../src/roles/auth.ts';
import { portalRole } from '../../src/roles/portal.ts';
import { createTestApp } from '../build-app.ts';
import { clicksOfAccount } from '../clicks/clicks-of-account.ts';
import { clicksOfCards } from '../clicks/clicks-of-cards.ts';
import { clicksOfQuestions } from '../clicks/clicks-of-questions.ts';
import { askAtOnce } from '../while-busy.ts';

const testApp = await createTestApp([authRole, portalRole]);
const { pool } = testApp;
const clicks = { ...clicksOfAccount(testApp), ...clicksOfCards(testApp), ...clicksOfQuestions(testApp) };

/** These are repeated in the tests of their modules, which need a bank, a provider or a mailbox. */
const elsewhere = [
  'answerQuestion',
  'collectDebt',
  'collectFoundDebt',
  'confirmRegistration',
  'receiveBankEvent',
  'receiveProviderLogout',
  'replaceCard',
  'requestRefund',
  'signInWithPasskey',
  'turnOffCardNewsByMailbox',
  'writeToQuestion',
];
/** These change nothing, although they are no `GET`. */
const harmless = [
  'downloadPublicReceipt',
  'findDebt',
  'findPayments',
  'findReceipts',
  'getConfirmOptions',
  'getPasskeyOptions',
  'getPasskeySignInOptions',
];

it('every call that changes something is pressed twice, here or in the tests of its module', () => {
  const changing = allCalls.filter((call) => call.method !== 'GET' || nameOf(call) === 'signOut').map(nameOf);

  expect([...Object.keys(clicks), ...elsewhere, ...harmless].sort()).toEqual(changing.sort());
});

/** How many answers of each kind there are. */
function countAnswers(answers: readonly LightMyRequestResponse[]): Record<string, number> {
  const kinds = answers.map(({ statusCode, json }) => (statusCode < 400 ? String(statusCode) : json().error.code));
  return countEach(kinds);
}

const countEach = (kinds: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]));

const countOfSuccesses = (answers: Readonly<Record<string, number>>): number =>
  Object.entries(answers).reduce((sum, [kind, count]) => sum + (Number(kind) < 400 ? count : 0), 0);

const textsOf = async (sql: string) => (await pool.query<{ text: string }>(sql)).rows.map(({ text }) => text);

it.each(Object.entries(clicks))('twenty equal calls at once do what one does: %s', async (_, prepare) => {
  const { ask, answers, writes = {}, mails = {} } = await prepare();
  await pool.query('truncate audit_events; delete from graphile_worker._private_jobs');

  const given = await askAtOnce(20, ask);

  expect(countAnswers(given)).toMatchObject(answers);
  expect(given.filter(({ statusCode }) => statusCode < 400)).toHaveLength(countOfSuccesses(answers));
  expect(given.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  const events = countEach(await textsOf('select kind as text from audit_events'));
  for (const [kind, times] of Object.entries(writes)) expect([kind, events[kind]]).toEqual([kind, times]);
  expect(countEach(await textsOf(`select payload->>'mail' as text from graphile_worker._private_jobs`))).toEqual(mails);
});
