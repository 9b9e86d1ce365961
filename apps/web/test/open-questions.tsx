import type { Question } from '@tapfolio/contracts/questions.ts';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { loadQuestionTexts } from '../src/lib/i18n.ts';
import { server } from './fake-server.ts';
import { openPortal, signIn, t } from './render.tsx';
import { buildCard, buildCardList } from './travel-fixtures.ts';

/** The settings of a portal that takes questions. */
export const offersQuestions = { questions: { answerDays: 3 } };

/** Signs in a passenger with a card who may ask. */
export async function beginQuestions(): Promise<void> {
  signIn({}, offersQuestions);
  server.answer('listCards', () => buildCardList([buildCard()]));
  await loadQuestionTexts();
}

/** Opens the screen of questions with these, at an address that ends in `search`. */
export async function openQuestions(items: readonly Question[], search = '') {
  server.answer('listQuestions', () => ({ items: [...items] }));
  const opened = await openPortal(`/questions${search}`);
  await expect.element(page.getByRole('heading', { level: 1, name: t('asked.title') })).toBeVisible();
  return opened;
}
