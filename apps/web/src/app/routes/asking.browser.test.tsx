import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, refuse, server } from '../../../test/fake-server.ts';
import { buildQuestion } from '../../../test/question-fixtures.ts';
import { openPortal, signIn, t } from '../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildPayment,
  buildPaymentDetail,
  buildTripDetail,
  cad,
} from '../../../test/travel-fixtures.ts';
import { loadFaultTexts } from '../../lib/i18n.ts';
import { keepFocus } from '../../lib/keep-focus.ts';
import { clearSession } from '../../passenger/session.ts';

const offered = { questions: { answerDays: 3 } };
const trip = buildTripDetail();
const paid = buildPaymentDetail({ refunded: { amount: cad(375), count: 1, lastAt: null } });
const receipt = { id: buildQuestion().id, number: 'K7M-2QF', state: 'open' as const, answerBy: '2026-11-24T15:00:00Z' };

const opener = () => page.getByRole('button', { name: t('asked.about_trip') });
const dialog = () => page.getByRole('dialog', { name: t('asked.about_trip') });
const reason = () => dialog().getByLabelText(t('questions.tripReason_wrong_fare'));
const text = () => dialog().getByLabelText(t('questions.textLabel'));
const send = () => dialog().getByRole('button', { name: t('questions.send') });

beforeEach(() => {
  signIn({}, offered);
  server.answer('listCards', () => buildCardList([buildCard()]));
});

async function openTrip(shown = trip) {
  server.answer('listTrips', () => ({ items: [shown], days: [], nextCursor: null }));
  server.answer('getTrip', () => shown);
  return await openPortal(`/card/trips-history/1?open=${shown.id}`);
}

async function openPayment(shown = buildPaymentDetail()) {
  server.answer('listPayments', () => ({ items: [buildPayment(shown)], nextCursor: null }));
  server.answer('getPayment', () => shown);
  return await openPortal(`/card/payments-history/1?open=${shown.id}`);
}

async function openDialog(shown = trip) {
  const opened = await openTrip(shown);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  return opened;
}

describe('a question about a trip', () => {
  test('is sent with its reason and text, by keyboard; the details then lead to it', async () => {
    onTestFinished(keepFocus());
    server.answer('askAboutTrip', () => receipt);
    await openTrip();
    await expect.element(opener()).toBeVisible();
    opener().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).toBeVisible();
    await expect.element(dialog().getByLabelText(t('questions.tripReason_not_mine'))).toHaveFocus();
    const isOpen = buildQuestion({ subject: { ...buildQuestion().subject, id: trip.id } });
    server.answer('listQuestions', () => ({ items: [isOpen] }));

    await userEvent.keyboard(' {ArrowDown}{Tab}I got off{Enter}at Harbour.{Tab}{Tab}{Enter}');

    await expect.element(page.getByText(t('questions.sent', { number: 'K7M-2QF' })).first()).toBeInTheDocument();
    expect(server.received('askAboutTrip').map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { cardId: '1', tripId: trip.id },
        body: { reason: 'wrong_fare', at: trip.startedAt, text: 'I got off\nat Harbour.' },
      },
    ]);
    expect(server.received('askAboutTrip')[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    const link = page.getByRole('link', { name: t('asked.row_open', { number: 'K7M-2QF' }) });
    await expect.element(link).toHaveAttribute('href', '/questions?open=K7M-2QF');
    await expect.element(opener()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.tagName).not.toBe('BODY');
  });

  test('says what is sent with it, by when there is an answer, and what never to write', async () => {
    await openDialog();

    await expect.element(dialog().getByText(t('questions.sentTrip'))).toBeVisible();
    await expect.element(dialog().getByText(t('questions.answerWithin', { count: 3 }))).toBeVisible();
    await expect
      .element(text())
      .toHaveAccessibleDescription(`${t('questions.textHelp')} ${t('questions.counted', { count: 0, most: 1000 })}`);
  });

  test('without a reason or a text says so at the fields, and is not sent', async () => {
    await openDialog();

    await send().click();

    const group = dialog().getByRole('group', { name: t('questions.reasonLabel') });
    await expect.element(group).toHaveFocus();
    await expect.element(group).toHaveAccessibleDescription(t('questions.reasonMissing'));
    await expect.element(text()).toBeInvalid();
    await reason().click();
    await expect.element(dialog().getByText(t('questions.reasonMissing'))).not.toBeInTheDocument();
    expect(server.received('askAboutTrip')).toEqual([]);
  });

  test.each([
    ['the number of a card', 'Card 4111 1111 1111 1111, please', () => t('errors.question_text_has_card_number')],
    ['more than there is room for', 'x'.repeat(1002), () => t('questions.tooLong', { over: 2 })],
    ['what cannot be shown', 'a\u202eb', () => t('questions.invisible')],
  ])('with %s does not leave the browser', async (_, typed, words) => {
    await openDialog();
    await reason().click();
    await text().fill(typed);

    await send().click();

    await expect.element(text()).toHaveFocus();
    await expect.element(text()).toHaveAccessibleDescription(expect.stringContaining(words()));
    await expect.element(text()).toHaveValue(typed);
    expect(server.received('askAboutTrip')).toEqual([]);
  });

  test('is kept when the dialog is closed by mistake, and forgotten at the end of the session', async () => {
    const { screen } = await openDialog();
    await reason().click();
    await text().fill('Half a sentence');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();

    await opener().click();
    await expect.element(text()).toHaveValue('Half a sentence');
    await expect.element(reason()).toBeChecked();

    await screen.unmount();
    clearSession();
    signIn({ email: 'next@example.org' }, offered);
    await openDialog();
    await expect.element(text()).toHaveValue('');
  });

  test('that the server refuses stays in the dialog with its text, and is sent again with the same key if nobody knows', async () => {
    server.answer('askAboutTrip', refuse('unavailable'));
    await openDialog();
    await reason().click();
    await text().fill('Why?');
    await send().click();
    await expect.element(dialog().getByRole('alert').first().getByText(t('errors.unavailable'))).toBeVisible();
    server.answer('askAboutTrip', () => receipt);

    await send().click();

    await expect.element(dialog()).not.toBeInTheDocument();
    const keys = server.received('askAboutTrip').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
  });

  test('that another tab has asked leads to the open one', async () => {
    await loadFaultTexts();
    server.answer('askAboutTrip', refuse('question_already_open'));
    await openDialog();
    await reason().click();
    await text().fill('Why?');
    const isOpen = buildQuestion({ number: 'AAA-222', subject: { ...buildQuestion().subject, id: trip.id } });
    server.answer('listQuestions', () => ({ items: [isOpen] }));

    await send().click();

    await expect.element(dialog().getByText(t('errors.question_already_open'))).toBeVisible();
    const link = dialog().getByRole('link', { name: t('questions.seeOpen') });
    await expect.element(link).toHaveAttribute('href', '/questions?open=AAA-222');
  });

  test('is sent once however often the button is pressed, and cannot be left meanwhile', async () => {
    const late = held(receipt);
    server.answer('askAboutTrip', late.answer);
    await openDialog();
    await reason().click();
    await text().fill('Why?');
    await send().dblClick();
    await expect.element(dialog().getByRole('button', { name: t('questions.sending') })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).toBeVisible();
    late.give();

    await expect.element(dialog()).not.toBeInTheDocument();
    expect(server.received('askAboutTrip')).toHaveLength(1);
  });

  test('without a network says so and keeps the text', async () => {
    await openDialog();
    await reason().click();
    await text().fill('Why?');
    server.reach(false);

    await send().click();

    await expect.element(dialog().getByRole('alert').first().getByText(t('common.network'))).toBeVisible();
    await expect.element(text()).toHaveValue('Why?');
  });

  test('has room in a window of 320 pixels', async () => {
    await page.viewport(320, 640);
    await openDialog(buildTripDetail({ refund: { amount: cad(375), reason: 'delay' }, fareReason: 'daily cap' }));

    const shown = dialog().element();
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});

describe('before the form, the page says what it knows', () => {
  test('of a refunded trip, and puts the focus there, so that it is heard', async () => {
    await openDialog(buildTripDetail({ refund: { amount: cad(375), reason: 'delay' } }));

    const known = dialog().getByRole('region', { name: t('questions.knownHeading') });
    await expect.element(known).toHaveFocus();
    await expect.element(known.getByText(t('questions.knownRefunded', { amount: '$3.75' }))).toBeVisible();
  });

  test.each([
    ['what the bank gave back of its payment', () => paid, 1],
    ['nothing of its payment where that cannot be read', refuse('unavailable'), 0],
    ['nothing of its payment where that takes long', held(paid).answer, 0],
  ])('of a trip, %s', async (_, answer, lines) => {
    server.answer('getPayment', answer);
    await openDialog(buildTripDetail({ payment: { id: paid.id, openedAt: paid.openedAt } }));

    await expect.element(reason()).toBeVisible();
    expect(
      dialog()
        .getByText(t('questions.knownGivenBack', { amount: '$3.75' }))
        .elements(),
    ).toHaveLength(lines);
  });

  test('and nothing where nothing is known', async () => {
    await openDialog();

    await expect.element(reason()).toBeVisible();
    expect(dialog().getByText(t('questions.knownHeading')).elements()).toEqual([]);
  });

  test('of a payment of several trips, with the way to “Why this amount?”', async () => {
    await openPayment(buildPaymentDetail({ tripCount: 3 }));
    await page.getByRole('button', { name: t('asked.about_payment') }).click();
    const shown = page.getByRole('dialog', { name: t('asked.about_payment') });
    await expect.element(shown).toBeVisible();
    await expect.element(shown.getByText(t('questions.knownSum', { count: 3 }), { exact: false })).toBeVisible();

    await shown.getByRole('link', { name: t('payments.whyHeading') }).click();

    await expect.element(page.getByRole('heading', { name: t('payments.whyHeading') })).toHaveFocus();
    await expect.element(shown).not.toBeInTheDocument();
  });
});

test('a question about a payment names the payment', async () => {
  const shown = buildPaymentDetail();
  server.answer('askAboutPayment', () => receipt);
  await openPayment(shown);
  await page.getByRole('button', { name: t('asked.about_payment') }).click();
  const inDialog = page.getByRole('dialog', { name: t('asked.about_payment') });
  await expect.element(inDialog).toBeVisible();
  await inDialog.getByLabelText(t('questions.paymentReason_refund_missing')).click();
  await inDialog.getByLabelText(t('questions.textLabel')).fill('Where is it?');

  await inDialog.getByRole('button', { name: t('questions.send') }).click();

  await expect.element(inDialog).not.toBeInTheDocument();
  expect(server.received('askAboutPayment').map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { cardId: '1', paymentId: shown.id },
      body: { reason: 'refund_missing', at: shown.openedAt, text: 'Where is it?' },
    },
  ]);
});

test.each([
  ['the operator takes no questions', {}, {}],
  [
    'the passenger may not ask',
    { permissions: { payments: ['card-payments-history', 'card-payments-history-table'] } },
    offered,
  ],
])('where %s, the details of a payment say whom to ask instead', async (_, user, config) => {
  clearSession();
  signIn(user, { contacts: { en_CA: { phone: '1 705 555-0142' } }, ...config });
  await openPayment();

  await expect.element(page.getByText(t('payments.ask'), { exact: false })).toBeVisible();
  expect(page.getByRole('button', { name: t('asked.about_payment') }).elements()).toEqual([]);
});
