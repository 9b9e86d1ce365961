import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { refuse, server } from '../../../test/fake-server.ts';
import { beginQuestions, offersQuestions, openQuestions } from '../../../test/open-questions.tsx';
import { answered, asked, buildAnswered, buildQuestion } from '../../../test/question-fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';

beforeEach(beginQuestions);

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
    await openQuestions([first, second]);

    await expect.element(page.getByText(t('questions.number', { number: 'AAA-222' }))).toBeVisible();
    const shown = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
    expect(shown[0]).toContain(t('questions.state_answered'));
    expect(shown[0]).toContain(t('questions.ofTrip', { date: '2026/11/20' }));
    expect(shown[1]).toContain(t('questions.tripReason_missed_tap'));
    expect(shown[1]).toContain(t('questions.state_open'));
  });

  test('that a link names is open and has the focus', async () => {
    await openQuestions([buildQuestion({ number: 'BBB-333' }), buildAnswered({ number: 'AAA-222' })], '?open=aaa-222');

    await expect.poll(() => document.activeElement?.closest('summary')?.textContent).toContain('AAA-222');
    await expect.element(page.getByText('The reader at Harbour was broken.', { exact: false })).toBeVisible();
    expect(page.getByText(asked.text).elements()).toHaveLength(1);
  });

  test('that a link names and that is not here is said to be gone', async () => {
    await openQuestions([buildQuestion()], '?open=ZZZ-999');

    await expect.element(page.getByText(t('questions.gone', { number: 'ZZZ-999' }))).toBeVisible();
  });

  test('show both sides with line breaks, what the operator did, and the way to the trip', async () => {
    const question = buildAnswered();
    await openQuestions([question], `?open=${question.number}`);

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
    await openQuestions([buildAnswered({ operator: 'Far Shore Ferries' })], '?open=K7M-2QF');

    const texts = page.getByRole('list', { name: t('questions.conversation') });
    await expect.element(texts.getByText('Far Shore Ferries')).toBeVisible();
    expect(texts.getByText('Port Lumière Transit').elements()).toEqual([]);
  });

  test('that are none say how to ask', async () => {
    await openQuestions([]);

    await expect.element(page.getByText(t('questions.emptyText_trip', { ask: t('asked.about_trip') }))).toBeVisible();
    await expect.element(page.getByRole('link', { name: t('questions.toTrips') })).toBeVisible();
  });

  test.each([
    [['card-payments-history', 'card-payments-history-table.ask'], true],
    [['card-trips-history', 'card-payments-history'], false],
  ])('that are none name only what the operator takes questions about: %j', async (any, isOfPayments) => {
    signIn({ permissions: { any } }, offersQuestions);
    await openQuestions([]);

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
    await openQuestions([buildAnswered()]);

    await expect.element(page.getByText(t('questions.state_answered'))).toBeVisible();
  });

  test('have room in a window of 320 pixels, also with a long word', async () => {
    await page.viewport(320, 640);
    await openQuestions(
      [buildAnswered({ entries: [{ ...asked, text: 'x'.repeat(1000) }, answered] })],
      '?open=K7M-2QF',
    );

    await expect.element(page.getByText('xxx', { exact: false })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });

  test('do not part their number at its hyphen where a line ends', async () => {
    await page.viewport(320, 640);
    const numbers = ['K7M-2QF', 'MMM-WWW', 'WMW-MWM'];
    await openQuestions(numbers.map((number) => buildQuestion({ number, reason: 'missed_tap' })));

    await expect.element(page.getByText('MMM-WWW')).toBeVisible();
    const summaries = [...document.querySelectorAll('summary')];
    const lines = summaries.map((one) => linesOf(one, numbers));
    expect(lines).toEqual([1, 1, 1]);
  });

  test('are printed with their texts, and without the field to write again', async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
    onTestFinished(async () => void (await cdp().send('Emulation.setEmulatedMedia', { media: '' })));
    await openQuestions([buildAnswered()], '?open=K7M-2QF');

    await expect.element(page.getByText(asked.text)).toBeVisible();
    await expect.element(page.getByText(t('questions.writeLabel'))).not.toBeVisible();
    await expect.element(page.getByText(t('questions.counted', { count: 0, most: 1000 }))).not.toBeVisible();
  });

  test('a late answer says so, and whom to ask', async () => {
    const contacts = { en_CA: { phone: '1 705 555-0142' } };
    signIn({}, { ...offersQuestions, contacts });
    await openQuestions([buildQuestion({ answerBy: '2026-11-24T15:00:00Z' })], '?open=K7M-2QF');

    await expect
      .element(page.getByText(t('questions.answerLate', { date: '2026/11/24' }), { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: /555-0142/ }).first()).toBeInTheDocument();
  });
});
