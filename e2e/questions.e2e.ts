import type { Page } from '@playwright/test';
import { type Question, questionList } from '@tapfolio/contracts/questions.ts';
import { openQuestionDesk } from '../demo/back-office/question-desk.ts';
import { inDatabase } from './support/database.ts';
import { expectNoViolations } from './support/judgements.ts';
import { expectNotice } from './support/notices.ts';
import { followMail } from './support/registration.ts';
import type { RunningWorld } from './support/running-world.ts';
import { expect, test } from './support/test.ts';

/** Opens the newest trip of the first card and the dialog of a question about it, with the keyboard. */
async function openDialog(page: Page) {
  await page.goto('/card/trips-history/1');
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .press('Enter');
  const opener = page.getByRole('button', { name: 'Ask about this trip' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ask about this trip' });
  await expect(dialog.getByLabel('The fare is wrong')).toBeVisible();
  return { opener, dialog };
}

/** The passenger's only question, as the server has it. */
async function onlyQuestion(page: Page): Promise<Question> {
  const answer = await page.request.get('/public/api/v1/portal/questions');
  const [question] = questionList.parse(await answer.json()).items;
  if (question === undefined) throw new Error('nothing was asked');
  return question;
}

/** Answers as the operator's own system does. The mail waits some minutes for a second answer: this ends the wait. */
async function answer(world: RunningWorld, { id }: Question, text: string): Promise<void> {
  const desk = openQuestionDesk(world.address, world.operatorKey);
  expect(await desk.answer(id, { text, outcome: 'refunded' })).toBe('answered');
  const hurry = `update graphile_worker._private_jobs set run_at = now() where key = 'question-answered:' || $1`;
  expect(await inDatabase(world, hurry, [id])).toBe(1);
}

test('a passenger asks about a trip, a mail leads to the answer, and the passenger writes again', async ({
  page,
  enterAs,
  world,
}) => {
  test.setTimeout(180_000);
  const { email } = await enterAs(page, { cards: [{ name: 'City card', habit: 'fiveTrips' }] });
  const { opener, dialog } = await openDialog(page);
  await expectNoViolations(page, 'the dialog of a question');
  await dialog.getByLabel('The fare is wrong').press('Space');
  await dialog.getByLabel('Your question').fill('I got off at Harbour.\nWhy is it so much?');
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await expect(dialog.getByLabel('Your question')).toHaveValue('I got off at Harbour.\nWhy is it so much?');
  await dialog.getByRole('button', { name: 'Send the question' }).press('Enter');

  await expectNotice(page, 'was sent.');
  const question = await onlyQuestion(page);
  const asked = page.getByRole('link', { name: `Your question ${question.number}: waiting for an answer` });
  await expect(asked).toBeVisible();
  await expect(opener).toBeHidden();
  await page.goto('/');
  await expect(page.getByText('One of your questions waits for an answer.')).toBeVisible();

  await answer(world, question, 'You are right.\n\nThe reader at Harbour was broken.');
  await followMail(page, world, email, `Your question ${question.number} was answered`);
  await expect(page).toHaveURL(`/questions?open=${question.number}`);
  await expect(page.locator('summary').filter({ hasText: question.number })).toBeFocused();
  await expect(page.getByText('The reader at Harbour was broken.')).toBeVisible();
  await expect(page.getByText('Will be refunded')).toBeVisible();
  await expectNoViolations(page, 'an answered question');

  await page.getByLabel('Write again').fill('Thank you. When?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectNotice(page, `added to question ${question.number}`);
  await expect(page.getByText('Thank you. When?')).toBeVisible();
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'I no longer need an answer' }).click();
  await expectNoViolations(page, 'the confirmation that no answer is needed');
  await page.getByRole('dialog').getByRole('button', { name: 'I no longer need an answer' }).click();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'See the trip' }).click();
  await expect(page.getByRole('link', { name: `Your question ${question.number}: withdrawn` })).toBeVisible();
  await expect(opener).toBeVisible();
});
