import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { held, refuse, server, traceId } from '../../../../test/fake-server.ts';
import { leftOfCharacter } from '../../../../test/measure-words.ts';
import { begun, notices, openOwingCard, owingCard, signInWithOwingCard, values } from '../../../../test/owing-card.ts';
import { openPortal, signIn, t } from '../../../../test/render.tsx';
import { buildCardList, buildCardOverview, buildDebt, cad } from '../../../../test/travel-fixtures.ts';
import { keepFocus } from '../../../lib/keep-focus.ts';

beforeEach(signInWithOwingCard);

describe('paying', () => {
  test('asks for confirmation of the amount first, then says that it began and shows its state [DEBT-03]', async () => {
    const { screen, debt, pay, dialog, confirm, set } = await openOwingCard();
    server.answer('collectDebt', () => {
      set({ state: 'requested', nextStep: 'wait' });
      return begun;
    });
    await pay.click();
    await expect.element(dialog.getByText(/We collect \$7\.50 from Everyday card/)).toBeVisible();
    expect(dialog.element().textContent, 'the number is in one piece').toContain('••••\u00A04242');
    expect(server.received('collectDebt')).toHaveLength(0);

    await confirm().click();

    await expect.element(notices(screen).getByText(t('debts.started', { amount: '$7.50' }))).toBeVisible();
    await expect.element(screen.getByText(t('debts.state_requested', values))).toBeVisible();
    expect(server.received('collectDebt')).toMatchObject([
      { params: { cardId: '1', paymentId: debt.paymentId }, body: { amountMinor: 750, currency: 'CAD' } },
    ]);
  });

  test('shows a changed amount, and pays only what is confirmed then [DEBT-04]', async () => {
    const { pay, dialog, confirm, set } = await openOwingCard();
    server.answer('collectDebt', refuse('debt_amount_changed', cad(900)));
    await pay.click();
    await confirm().click();
    await expect.element(dialog.getByText(t('debts.amountChanged', { amount: '$9.00' }))).toBeVisible();
    server.answer('collectDebt', () => {
      set({ state: 'requested', nextStep: 'wait', amount: cad(900) });
      return { ...begun, amount: cad(900) };
    });

    await confirm('$9.00').click();

    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.received('collectDebt').map(({ body }) => body.amountMinor)).toEqual([750, 900]);
  });

  test('requests the amount that was shown, also if a delivery has corrected it since [DEBT-04]', async () => {
    const { screen, debt, pay, dialog, confirm, set } = await openOwingCard();
    server.answer('collectDebt', refuse('debt_amount_changed', cad(900)));
    await pay.click();
    set({ amount: cad(900) });
    const { paymentId, state, stateAt } = debt;
    // The list shows the first one.
    server.tell('debt', { paymentId, state, stateAt });
    server.tell('debt', { paymentId, state, stateAt });
    await expect.element(screen.getByText(t('debts.state_owed', { ...values, amount: '$9.00' }))).toBeVisible();

    await confirm().click();

    await expect.element(dialog.getByText(t('debts.amountChanged', { amount: '$9.00' }))).toBeVisible();
    await expect.element(confirm('$9.00')).toBeVisible();
    expect(server.received('collectDebt')).toMatchObject([{ body: cad(750) }]);
  });

  test('sends one request for two presses [DEBT-05]', async () => {
    const { screen, pay, confirm, set } = await openOwingCard();
    const answer = held(begun);
    server.answer('collectDebt', answer.answer);
    await pay.click();
    await confirm().dblClick();
    set({ state: 'requested', nextStep: 'wait' });

    answer.give();

    await expect.element(screen.getByText(t('debts.state_requested', values))).toBeVisible();
    expect(server.received('collectDebt')).toHaveLength(1);
  });

  test('repeats a request with the same key if it may have arrived, also when the screen is opened again [DEBT-05]', async () => {
    const first = await openOwingCard();
    server.answer('collectDebt', refuse('unavailable'));
    await first.pay.click();
    await first.confirm().click();
    await expect.element(first.dialog.getByText(t('debts.unsure'))).toBeVisible();
    await expect.element(first.dialog.getByText(t('common.traceId', { id: traceId }))).toBeVisible();
    await first.confirm().click();
    await first.screen.unmount();
    const second = await openOwingCard(first.debt);
    server.answer('collectDebt', () => {
      second.set({ state: 'requested', nextStep: 'wait' });
      return begun;
    });
    await second.pay.click();

    await second.confirm().click();

    await expect.element(second.screen.getByText(t('debts.state_requested', values))).toBeVisible();
    const keys = server.received('collectDebt').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(sessionStorage).toHaveLength(0);
  });

  test('uses a new key after the bank has refused a request without an answer', async () => {
    const { screen, debt, pay, dialog, confirm, set } = await openOwingCard();
    server.answer('collectDebt', refuse('unavailable'));
    await pay.click();
    await confirm().click();
    await expect.element(dialog.getByText(t('debts.unsure'))).toBeVisible();
    await dialog.getByRole('button', { name: t('common.cancel') }).click();
    const stateAt = '2026-11-14T08:00:00Z';
    set({ state: 'declined', declineCode: 'refused', nextStep: 'retry', stateAt });
    server.tell('debt', { paymentId: debt.paymentId, state: 'declined', stateAt });
    server.answer('collectDebt', () => begun);
    await screen.getByRole('button', { name: t('debts.retry', { amount: '$7.50' }) }).click();

    await confirm().click();

    await expect.element(notices(screen).getByText(t('debts.started', { amount: '$7.50' }))).toBeVisible();
    const keys = server.received('collectDebt').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  test('closes the dialog when the stream reports the result of a request without an answer', async () => {
    onTestFinished(keepFocus());
    const { screen, debt, panel, pay, dialog, confirm, set } = await openOwingCard();
    server.answer('collectDebt', refuse('unavailable'));
    await pay.click();
    await confirm().click();
    await expect.element(dialog.getByText(t('debts.unsure'))).toBeVisible();
    const stateAt = '2026-11-14T08:00:00Z';
    set({ state: 'submitting', nextStep: 'wait', stateAt });

    server.tell('debt', { paymentId: debt.paymentId, state: 'submitting', stateAt });

    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();

    await expect.element(panel).toHaveFocus();
    // Its question is answered: a later refusal shows a button and no question.
    const later = '2026-11-14T08:01:00Z';
    set({ state: 'declined', declineCode: 'refused', nextStep: 'retry', stateAt: later });
    server.tell('debt', { paymentId: debt.paymentId, state: 'declined', stateAt: later });
    await expect.element(screen.getByRole('button', { name: t('debts.retry', { amount: '$7.50' }) })).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test.each([
    ['refused', { state: 'declined', declineCode: 'refused', nextStep: 'retry' }, 'debts.declinedNotice'],
    ['paid', { state: 'unblocking', nextStep: 'wait' }, 'debts.paidNotice'],
  ] as const)(
    'keeps the notice that the bank %s it if the answer to the request comes only later',
    async (_, end, told) => {
      const { screen, debt, pay, dialog, confirm, set } = await openOwingCard();
      const late = held(begun);
      server.answer('collectDebt', late.answer);
      await pay.click();
      await confirm().click();
      await expect.poll(() => server.received('collectDebt')).toHaveLength(1);
      const stateAt = '2026-11-14T08:00:00Z';
      set({ ...end, stateAt });
      server.tell('debt', { paymentId: debt.paymentId, state: end.state, stateAt });
      const outcome = notices(screen).getByText(t(told, { amount: '$7.50' }));
      await expect.element(outcome).toBeVisible();
      const asked = server.received('listDebts').length;

      late.give();

      await expect.poll(() => server.received('listDebts').length).toBeGreaterThan(asked);
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(outcome).toBeVisible();
      expect(screen.getByText(t('debts.started', { amount: '$7.50' })).elements()).toEqual([]);
    },
  );

  test('shows without an alarm that another request came first, and shows its state', async () => {
    const { screen, pay, confirm, set } = await openOwingCard();
    server.answer('collectDebt', () => {
      set({ state: 'submitting', nextStep: 'wait' });
      return refuse('debt_collection_running')();
    });
    await pay.click();

    await confirm().click();

    await expect.element(screen.getByText(t('errors.debt_collection_running'))).toBeVisible();
    await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();
  });

  test('says that it could not be started, and why [DEBT-03]', async () => {
    const { screen, pay, confirm } = await openOwingCard();
    server.answer('collectDebt', refuse('debt_tries_used'));
    await pay.click();

    await confirm().click();

    await expect.element(screen.getByText(t('debts.startFailed'))).toBeVisible();
    await expect.element(screen.getByText(t('errors.debt_tries_used'))).toBeVisible();
  });

  test('names the card with its number, dots first, also if its name is written from right to left', async () => {
    const card = { ...owingCard, name: 'הכרטיס שלי' };
    server.answer('listCards', () => buildCardList([card]));
    server.answer('getCard', () => buildCardOverview({ card }));
    server.answer('listDebts', () => ({ items: [buildDebt()] }));
    const { screen } = await openPortal('/card?id=1');
    await screen.getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) }).click();

    const words = screen
      .getByRole('dialog')
      .getByText(/We collect/)
      .element();
    const places = ['(', '•', '4', ')'].map((sign) => leftOfCharacter(words, sign));
    expect(places).toEqual([...places].toSorted((one, other) => one - other));
  });

  test('is not offered to a passenger who may not pay', async () => {
    signIn({ permissions: { passenger: ['passenger-area', 'card'] } });
    const { panel } = await openOwingCard();

    await expect.element(panel.getByText(t('debts.state_owed', values))).toBeVisible();
    expect(panel.getByRole('button').elements()).toHaveLength(0);
  });
});
