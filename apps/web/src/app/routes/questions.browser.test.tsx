import type { Question } from '@tapfolio/contracts/questions.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { answered, asked, buildAnswered, buildQuestion } from '../../../test/question-fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import { buildCard, buildCardList } from '../../../test/travel-fixtures.ts';
import { loadFaultTexts, loadQuestionTexts } from '../../lib/i18n.ts';
import { keepFocus } from '../../lib/keep-focus.ts';

const offered = { questions: { answerDays: 3 } };

beforeEach(async () => {
  signIn({}, offered);
  server.answer('listCards', () => buildCardList([buildCard()]));
  await loadQuestionTexts();
});

async function open(items: readonly Question[], search = '') {
  server.answer('listQuestions', () => ({ items: [...items] }));
  const opened = await openPortal(`/questions${search}`);
  await expect.element(page.getByRole('heading', { level: 1, name: t('asked.title') })).toBeVisible();
  return opened;
}

/** On how many lines the first of the words stands that the element has. */
function linesOf(element: Element, words: readonly string[]): number | undefined {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const word = words.find((one) => node.textContent?.includes(one));
    if (word === undefined) continue;
    const range = document.createRange();
    range.setStart(node, node.textContent?.indexOf(word) ?? 0);
    range.setEnd(node, range.startOffset + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  }
  return undefined;
}

describe('the questions', () => {
  test('each say what they are about, why, their number and state, the newest text first', async () => {
    const first = buildAnswered({ number: 'AAA-222' });
    const second = buildQuestion({ number: 'BBB-333', reason: 'missed_tap' });
    await open([first, second]);

    await expect.element(page.getByText(t('questions.number', { number: 'AAA-222' }))).toBeVisible();
    const shown = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
    expect(shown[0]).toContain(t('questions.state_answered'));
    expect(shown[0]).toContain(t('questions.ofTrip', { date: '2026/11/20' }));
    expect(shown[1]).toContain(t('questions.tripReason_missed_tap'));
    expect(shown[1]).toContain(t('questions.state_open'));
  });

  test('that a link names is open and has the focus', async () => {
    await open([buildQuestion({ number: 'BBB-333' }), buildAnswered({ number: 'AAA-222' })], '?open=aaa-222');

    await expect.poll(() => document.activeElement?.closest('summary')?.textContent).toContain('AAA-222');
    await expect.element(page.getByText('The reader at Harbour was broken.', { exact: false })).toBeVisible();
    expect(page.getByText(asked.text).elements()).toHaveLength(1);
  });

  test('that a link names and that is not here is said to be gone', async () => {
    await open([buildQuestion()], '?open=ZZZ-999');

    await expect.element(page.getByText(t('questions.gone', { number: 'ZZZ-999' }))).toBeVisible();
  });

  test('show both sides with line breaks, what the operator did, and the way to the trip', async () => {
    const question = buildAnswered();
    await open([question], `?open=${question.number}`);

    const texts = page.getByRole('list', { name: t('questions.conversation') });
    await expect.element(texts.getByText(t('questions.you'))).toBeVisible();
    await expect.element(texts.getByText('Port Lumière Transit')).toBeVisible();
    await expect.element(texts.getByText(t('questions.outcome_refunded'))).toBeVisible();
    const answer = texts.getByText('The reader at Harbour', { exact: false }).element();
    expect(answer.textContent).toBe(answered.text);
    expect(getComputedStyle(answer).whiteSpace).toBe('pre-wrap');
    const link = page.getByRole('link', { name: t('questions.seeTrip') });
    await expect
      .element(link)
      .toHaveAttribute('href', expect.stringContaining(`/card/trips-history/1?open=${question.subject.id}`));
  });

  test('name the partner that answers', async () => {
    await open([buildAnswered({ operator: 'Far Shore Ferries' })], '?open=K7M-2QF');

    const texts = page.getByRole('list', { name: t('questions.conversation') });
    await expect.element(texts.getByText('Far Shore Ferries')).toBeVisible();
    expect(texts.getByText('Port Lumière Transit').elements()).toEqual([]);
  });

  test('that are none say how to ask', async () => {
    await open([]);

    await expect.element(page.getByText(t('questions.emptyText_trip', { ask: t('asked.about_trip') }))).toBeVisible();
    await expect.element(page.getByRole('link', { name: t('questions.toTrips') })).toBeVisible();
  });

  test.each([
    [['card-payments-history', 'card-payments-history-table.ask'], true],
    [['card-trips-history', 'card-payments-history'], false],
  ])('that are none name only what the operator takes questions about: %j', async (any, isOfPayments) => {
    signIn({ permissions: { any } }, offered);
    await open([]);

    const how = isOfPayments
      ? t('questions.emptyText_payment', { ask: t('asked.about_payment') })
      : t('questions.emptyOff');
    await expect.element(page.getByText(how)).toBeVisible();
    expect(page.getByRole('link', { name: t('questions.toPayments') }).elements()).toHaveLength(isOfPayments ? 1 : 0);
    expect(page.getByRole('link', { name: t('questions.toTrips') }).elements()).toEqual([]);
  });

  test('that cannot be loaded can be asked for again', async () => {
    server.answer('listQuestions', refuse('TM0001'));
    await openPortal('/questions');
    await expect.element(page.getByRole('button', { name: t('common.retry') })).toBeVisible();
    server.answer('listQuestions', () => ({ items: [buildQuestion()] }));

    await page.getByRole('button', { name: t('common.retry') }).click();

    await expect.element(page.getByText(t('questions.number', { number: 'K7M-2QF' }))).toBeVisible();
  });

  test('are open to who has asked, also where the operator has stopped taking questions', async () => {
    signIn({ permissions: { any: ['card'] } });
    await open([buildAnswered()]);

    await expect.element(page.getByText(t('questions.state_answered'))).toBeVisible();
  });

  test('have room in a window of 320 pixels, also with a long word', async () => {
    await page.viewport(320, 640);
    await open([buildAnswered({ entries: [{ ...asked, text: 'x'.repeat(1000) }, answered] })], '?open=K7M-2QF');

    await expect.element(page.getByText('xxx', { exact: false })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });

  test('do not part their number at its hyphen where a line ends', async () => {
    await page.viewport(320, 640);
    const numbers = ['K7M-2QF', 'MMM-WWW', 'WMW-MWM'];
    await open(numbers.map((number) => buildQuestion({ number, reason: 'missed_tap' })));

    await expect.element(page.getByText('MMM-WWW')).toBeVisible();
    const summaries = [...document.querySelectorAll('summary')];
    const lines = summaries.map((one) => linesOf(one, numbers));
    expect(lines).toEqual([1, 1, 1]);
  });

  test('are printed with their texts, and without the field to write again', async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
    onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { media: '' })));
    await open([buildAnswered()], '?open=K7M-2QF');

    await expect.element(page.getByText(asked.text)).toBeVisible();
    await expect.element(page.getByText(t('questions.writeLabel'))).not.toBeVisible();
    await expect.element(page.getByText(t('questions.counted', { count: 0, most: 1000 }))).not.toBeVisible();
  });

  test('a late answer says so, and whom to ask', async () => {
    const contacts = { en_CA: { phone: '1 705 555-0142' } };
    signIn({}, { ...offered, contacts });
    await open([buildQuestion({ answerBy: '2026-11-24T15:00:00Z' })], '?open=K7M-2QF');

    await expect
      .element(page.getByText(t('questions.answerLate', { date: '2026/11/24' }), { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: /555-0142/ }).first()).toBeInTheDocument();
  });
});

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
    await open([question], '?open=K7M-2QF');
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
    await open([buildAnswered()], '?open=K7M-2QF');
    await area('questions.writeLabel').fill('And?');

    await send().click();

    await expect.element(page.getByText(t('errors.question_closed'))).toBeVisible();
    await expect.element(area('questions.writeLabel')).toHaveValue('And?');
  });

  test('to a question that was deleted meanwhile says that it is gone', async () => {
    onTestFinished(keepFocus());
    server.answer('writeToQuestion', refuse('question_not_found'));
    await open([buildAnswered()], '?open=K7M-2QF');
    await area('questions.writeLabel').fill('And?');
    server.answer('listQuestions', () => ({ items: [] }));

    await send().click();

    await expect.element(page.getByText(t('questions.gone', { number: 'K7M-2QF' })).first()).toBeInTheDocument();
    await expect.element(page.getByText(t('questions.emptyTitle'))).toBeVisible();
    await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  });

  test('is not offered where it would be refused', async () => {
    await open([buildAnswered({ writeUntil: null })], '?open=K7M-2QF');

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
    await open([question], '?open=K7M-2QF');
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
    await open([question], '?open=K7M-2QF');
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
  await open([first, second], '?open=BBB-333');
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
