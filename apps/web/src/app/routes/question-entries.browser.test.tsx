import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { beginQuestions, openQuestions } from '../../../test/open-questions.tsx';
import { answered, asked, buildAnswered, buildQuestion } from '../../../test/question-fixtures.ts';
import { t } from '../../../test/render.tsx';
import { loadFaultTexts } from '../../lib/i18n.ts';
import { keepFocus } from '../../lib/keep-focus.ts';

beforeEach(beginQuestions);

describe('writing again', () => {
  const area = (label: 'questions.addLabel' | 'questions.writeLabel') => page.getByLabelText(t(label));
  const send = () => page.getByRole('button', { name: t('questions.writeSend'), exact: true });

  test('adds the text, empties the field, and the question waits again', async () => {
    const question = buildAnswered();
    server.answer('writeToQuestion', () => ({
      id: question.id,
      number: 'K7M-2QF',
      state: 'open' as const,
      answerBy: null,
    }));
    await openQuestions([question], '?open=K7M-2QF');
    await area('questions.writeLabel').fill('And the other trip?');
    const more = { ...asked, text: 'And the other trip?' };
    server.answer('listQuestions', () => ({
      items: [{ ...buildQuestion(), id: question.id, entries: [asked, answered, more] }],
    }));

    await send().click();

    await expect.element(page.getByText(t('questions.written', { number: 'K7M-2QF' })).first()).toBeInTheDocument();
    await expect.element(area('questions.addLabel')).toHaveValue('');
    await expect.element(page.getByText('And the other trip?')).toBeVisible();
    expect(server.received('writeToQuestion').map(({ params, body }) => [params, body])).toEqual([
      [{ questionId: question.id }, { text: 'And the other trip?' }],
    ]);
  });

  test('that is refused says so at the form and keeps the text', async () => {
    await loadFaultTexts();
    server.answer('writeToQuestion', refuse('question_closed'));
    await openQuestions([buildAnswered()], '?open=K7M-2QF');
    await area('questions.writeLabel').fill('And?');

    await send().click();

    await expect.element(page.getByText(t('errors.question_closed'))).toBeVisible();
    await expect.element(area('questions.writeLabel')).toHaveValue('And?');
  });

  test('to a question that was deleted meanwhile says that it is gone', async () => {
    onTestFinished(keepFocus());
    server.answer('writeToQuestion', refuse('question_not_found'));
    await openQuestions([buildAnswered()], '?open=K7M-2QF');
    await area('questions.writeLabel').fill('And?');
    server.answer('listQuestions', () => ({ items: [] }));

    await send().click();

    await expect.element(page.getByText(t('questions.gone', { number: 'K7M-2QF' })).first()).toBeInTheDocument();
    await expect.element(page.getByText(t('questions.emptyTitle'))).toBeVisible();
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  });

  test('is not offered where it would be refused', async () => {
    await openQuestions([buildAnswered({ writeUntil: null })], '?open=K7M-2QF');

    await expect.element(page.getByText(t('questions.writeClosed'))).toBeVisible();
    expect(page.getByRole('textbox').elements()).toEqual([]);
  });
});

describe('a question that needs no answer any more', () => {
  const button = () => page.getByRole('button', { name: t('questions.withdraw') });
  const dialog = () => page.getByRole('dialog', { name: t('questions.withdrawTitle', { number: 'K7M-2QF' }) });
  const confirm = () => dialog().getByRole('button', { name: t('questions.withdraw') });

  test('is withdrawn after a confirmation, once', async () => {
    onTestFinished(keepFocus());
    const late = held(null);
    server.answer('withdrawQuestion', late.answer);
    const question = buildQuestion();
    await openQuestions([question], '?open=K7M-2QF');
    await button().click();
    await confirm().dblClick();
    const gone = { ...question, state: 'withdrawn' as const, answerBy: null, writeUntil: null };
    server.answer('listQuestions', () => ({ items: [gone] }));
    late.give();

    await expect
      .element(page.getByText(t('questions.withdrawDone', { number: 'K7M-2QF' })).first())
      .toBeInTheDocument();
    await expect.element(page.getByText(t('questions.state_withdrawn'))).toBeVisible();
    await expect.element(button()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.tagName).not.toBe('BODY');
    expect(server.received('withdrawQuestion')).toHaveLength(1);
  });

  test('that was answered meanwhile is shown with its answer', async () => {
    await loadFaultTexts();
    const question = buildQuestion();
    server.answer('withdrawQuestion', refuse('question_closed'));
    await openQuestions([question], '?open=K7M-2QF');
    await button().click();
    server.answer('listQuestions', () => ({ items: [buildAnswered({ id: question.id })] }));

    await confirm().click();

    await expect.element(page.getByText(t('asked.row_answered', { number: 'K7M-2QF' })).first()).toBeInTheDocument();
    await expect.element(page.getByText('The reader at Harbour', { exact: false })).toBeVisible();
  });
});

test('the order of the questions stays while the passenger writes', async () => {
  const first = buildQuestion({ number: 'AAA-222' });
  const second = buildQuestion({ number: 'BBB-333' });
  server.answer('writeToQuestion', () => ({
    id: second.id,
    number: 'BBB-333',
    state: 'open' as const,
    answerBy: null,
  }));
  await openQuestions([first, second], '?open=BBB-333');
  await page.getByLabelText(t('questions.addLabel')).fill('More');
  server.answer('listQuestions', () => ({ items: [second, first] }));

  await userEvent.keyboard('{Tab}{Enter}');

  await expect.poll(() => server.received('listQuestions').length).toBeGreaterThan(1);
  await expect.element(page.getByText(t('questions.written', { number: 'BBB-333' })).first()).toBeInTheDocument();
  const numbers = [...document.querySelectorAll('summary')].map(
    ({ textContent }) => /[A-Z]{3}-\d{3}/.exec(textContent ?? '')?.[0],
  );
  expect(numbers).toEqual(['AAA-222', 'BBB-333']);
});
