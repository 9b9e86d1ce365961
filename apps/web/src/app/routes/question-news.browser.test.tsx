import type { Question } from '@tapfolio/contracts/questions.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { buildAnswered, buildQuestion } from '../../../test/question-fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList } from '../../../test/travel-fixtures.ts';
import { clearSession } from '../../passenger/session.ts';

const offered = { questions: { answerDays: 3 } };
const news = () => page.getByText(t('asked.answered', { count: 1 }));

beforeEach(() => {
  signIn({}, offered);
  server.answer('listCards', () => buildCardList([buildCard()]));
  server.answer('getSpend', () => ({ currencies: [] }));
});

async function openHome(...items: readonly Question[]) {
  server.answer('listQuestions', () => ({ items: [...items] }));
  const opened = await openPortal('/');
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  return opened;
}

test('home says that a question was answered, until it was looked at in this browser, also by the next sign-in', async () => {
  const question = buildAnswered();
  const { router, screen } = await openHome(question);
  await expect.element(news()).toBeVisible();
  await page.getByRole('link', { name: t('asked.link') }).click();
  await expect.element(page.getByText('The reader at Harbour', { exact: false })).toBeVisible();

  await router.navigate({ to: '/' });
  await expect.element(page.getByRole('heading', { level: 1, name: t('nav.home') })).toBeVisible();
  await expect.element(news()).not.toBeInTheDocument();

  await screen.unmount();
  clearSession();
  signIn({}, offered);
  const again = await openHome(question);
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect.element(news()).not.toBeInTheDocument();
  const stored = Object.values({ ...localStorage }).join();
  expect(stored).not.toContain(question.id);
  await again.screen.unmount();

  // Another passenger in this browser has not read it.
  clearSession();
  signIn({ email: 'other@example.org' }, offered);
  await openHome(question);
  await expect.element(news()).toBeVisible();
});

test('home says that a question waits, with a link to it', async () => {
  await openHome(buildQuestion());

  await expect.element(page.getByText(t('asked.waiting', { count: 1 }), { exact: false })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: t('asked.link') }))
    .toHaveAttribute('href', '/questions?open=K7M-2QF');
});

test.each([
  ['nothing was asked', () => ({ items: [] })],
  ['the questions cannot be loaded', refuse('TM0001')],
])('home says nothing of questions if %s', async (_, answer) => {
  server.answer('listQuestions', answer);
  await openPortal('/');

  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect.poll(() => server.received('listQuestions').length).toBeGreaterThan(0);
  expect(page.getByRole('link', { name: t('asked.link') }).elements()).toEqual([]);
});

test('home does not ask for questions where the operator takes none', async () => {
  clearSession();
  signIn();
  await openHome();

  expect(server.received('listQuestions')).toEqual([]);
});

test.each([
  ['where questions are taken', offered, [], 1],
  ['for who has asked before', {}, [buildAnswered()], 1],
  ['and to nothing where none are taken', {}, [], 0],
] as const)('the account leads to the questions %s', async (_, config, items, links) => {
  clearSession();
  signIn({}, config);
  server.answer('listQuestions', () => ({ items: [...items] }));
  server.answer('getSecondFactors', () => ({ passkeys: [], mailCode: false }));
  server.answer('listSessions', () => ({ items: [] }));
  await openPortal('/account/edit');

  await expect.element(page.getByRole('heading', { name: t('account.signInsHeading') })).toBeVisible();
  await expect.poll(() => page.getByRole('link', { name: t('asked.link') }).elements().length).toBe(links);
});

test('the account says how to ask about what the operator takes questions about', async () => {
  clearSession();
  signIn({ permissions: { any: ['account-edit', 'card-payments-history-table.ask'] } }, offered);
  server.answer('getSecondFactors', () => ({ passkeys: [], mailCode: false }));
  server.answer('listSessions', () => ({ items: [] }));
  await openPortal('/account/edit');

  await expect.element(page.getByText(t('asked.accountText_payment'))).toBeVisible();
});
