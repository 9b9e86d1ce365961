import type { Debt } from '@tapfolio/contracts/debts.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { held, refuse, server } from '../../../../test/fake-server.ts';
import { openPortal, signIn, t } from '../../../../test/render.tsx';
import {
  buildCard,
  buildCardList,
  buildCardOverview,
  buildDebt,
  buildRefusedCard,
  buildRelatedTrip,
  cad,
} from '../../../../test/travel-fixtures.ts';
import { keepFocus } from '../../../lib/keep-focus.ts';

const card = buildRefusedCard({ id: 1, name: 'Everyday card' });
const paid = { state: 'requested', amount: cad(750) } as const;

beforeEach(() => {
  sessionStorage.clear();
  signIn();
  server.answer('listCards', () => buildCardList([card]));
  server.answer('getCard', () => buildCardOverview({ card }));
});

/** Opens the card of these unpaid fares; what `set` is given is what the server says from then on. */
async function openCard(first: Partial<Debt> = {}) {
  const debt = buildDebt(first);
  let now = [debt];
  server.answer('listDebts', () => ({ items: now }));
  const { screen } = await openPortal('/card?id=1');
  const set = (...debts: Partial<Debt>[]): void => {
    now = debts.map((one) => ({ ...debt, ...one }));
  };
  const panel = screen.getByRole('region', { name: t('debts.heading', { card: card.name }) });
  const pay = panel.getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) });
  const dialog = screen.getByRole('dialog');
  const confirm = (amount = '$7.50') => dialog.getByRole('button', { name: t('debts.pay', { amount }) });
  return { screen, debt, panel, pay, dialog, confirm, set };
}

const notices = (screen: RenderResult) => screen.getByRole('region', { name: t('nav.notices') });

const values = { amount: '$7.50', date: '2026/11/13' };

describe('an unpaid fare', () => {
  test('says what is due, since when, and which trips it comes from [DEBT-01]', async () => {
    const trip = buildRelatedTrip({ from: 'Cathedral', to: 'Harbour', price: cad(750) });
    const { panel } = await openCard({ trips: [trip] });

    await expect.element(panel.getByText(t('debts.state_owed', values))).toBeVisible();
    await panel.getByText(t('debts.trips', { count: 1 })).click();

    await expect.element(panel.getByText(t('trips.fromTo', { from: 'Cathedral', to: 'Harbour' }))).toBeVisible();
    await expect.element(panel.getByText('$7.50', { exact: true })).toBeVisible();
  });

  test('is the first thing on the screen', async () => {
    const { panel } = await openCard();
    await expect.element(panel).toBeVisible();
    expect(document.querySelector('main h1 ~ *, main header ~ *')?.textContent).toContain('Unpaid fare');
  });

  test('is not spoken of where nothing is owed [DEBT-01]', async () => {
    server.answer('listCards', () => buildCardList([buildCard()]));
    server.answer('getCard', () => buildCardOverview());
    const { screen } = await openPortal('/card?id=1');

    await expect.element(screen.getByRole('heading', { name: t('cards.lastWeek') })).toBeVisible();
    expect(screen.getByText(/Unpaid fare on/).elements()).toHaveLength(0);
  });

  test.each([
    ['requested', 'requested'],
    ['submitting', 'requested'],
    ['unknown', 'requested'],
    ['approved', 'approved'],
    ['unblocking', 'unblocking'],
  ] as const)('says where it stands while it is %s, and offers nothing to press [DEBT-06]', async (state, step) => {
    const { screen } = await openCard({ state, nextStep: 'wait' });

    await expect.element(screen.getByText(t(`debts.state_${state}`, values))).toBeVisible();
    const steps = screen.getByRole('list', { name: t('debts.steps') });
    await expect
      .element(steps.getByRole('listitem').filter({ hasText: t(`debts.step_${step}`) }))
      .toHaveAttribute('aria-current', 'step');
    expect(screen.getByRole('button', { name: /Pay|Try again/ }).elements()).toHaveLength(0);
  });

  test('says why the bank refused, what to do next and how many tries are left [DEBT-06]', async () => {
    const declined = { state: 'declined', declineCode: 'insufficient_funds', nextStep: 'retry', triesLeft: 2 } as const;
    const { panel } = await openCard(declined);

    await expect.element(panel.getByText(t('debts.state_declined', values))).toBeVisible();
    await expect.element(panel.getByText(t('debts.declined_insufficient_funds'))).toBeVisible();
    await expect.element(panel.getByText(t('debts.next_retry', { left: 2 }))).toBeVisible();
    await expect.element(panel.getByRole('button', { name: t('debts.retry', { amount: '$7.50' }) })).toBeVisible();
  });

  test('offers no further try when the scheme allows none, and says whom to ask [DEBT-06]', async () => {
    signIn({}, { contacts: { en_CA: { phone: '1 705 555-0142' } } });
    const { panel } = await openCard({
      state: 'declined',
      declineCode: 'card_blocked',
      nextStep: 'contact',
      triesLeft: 0,
    });

    await expect.element(panel.getByText(/No further try is possible here\..*Call 1 705 555-0142\./)).toBeVisible();
    expect(panel.getByRole('button').elements()).toHaveLength(0);
  });

  test('says from when on it can be tried again', async () => {
    const later = { nextStep: 'retry_later', nextTryAt: '2026-11-14T18:30:00Z', state: 'declined' } as const;
    const { panel } = await openCard(later);

    await expect.element(panel.getByText(t('debts.next_retry_later', { time: '2026/11/14 13:30' }))).toBeVisible();
  });

  test('tells what happened so far, also what somebody without an account did', async () => {
    const [delivered] = buildDebt().history;
    if (!delivered) throw new Error('a debt begins with its delivery');
    const at = '2026-11-15T10:00:00Z';
    const request = { ...delivered, event: 'request', state: 'requested', source: 'guest', at } as const;
    const { panel } = await openCard({ history: [delivered, request] });
    await panel.getByText(t('debts.history')).click();

    await expect.element(panel.getByText(t('debts.event_delivered_unpaid', { amount: '$7.50' }))).toBeVisible();
    await expect.element(panel.getByText(t('debts.event_request_guest', { amount: '$7.50' }))).toBeVisible();
  });

  test('of another currency stands by itself: two amounts are never added', async () => {
    const { screen } = await openCard();
    const usd = buildDebt({ amount: { amountMinor: 300, currency: 'USD' } });
    server.answer('listDebts', () => ({ items: [buildDebt(), usd] }));
    await screen.unmount();
    const { screen: both } = await openPortal('/card?id=1');

    await expect.element(both.getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) })).toBeVisible();
    await expect.element(both.getByRole('button', { name: /Pay US\$3\.00/ })).toBeVisible();
  });
});

describe('paying', () => {
  test('asks for the amount first, then says that it began and where it stands [DEBT-03]', async () => {
    const { screen, debt, pay, dialog, confirm, set } = await openCard();
    server.answer('collectDebt', () => {
      set({ state: 'requested', nextStep: 'wait' });
      return paid;
    });
    await pay.click();
    await expect.element(dialog.getByText(/We collect \$7\.50 from Everyday card/)).toBeVisible();
    expect(server.received('collectDebt')).toHaveLength(0);

    await confirm().click();

    await expect.element(notices(screen).getByText(t('debts.started', { amount: '$7.50' }))).toBeVisible();
    await expect.element(screen.getByText(t('debts.state_requested', values))).toBeVisible();
    expect(server.received('collectDebt')).toMatchObject([
      { params: { cardId: '1', paymentId: debt.paymentId }, body: { amountMinor: 750, currency: 'CAD' } },
    ]);
  });

  test('shows the new amount when it has changed, and pays only what is confirmed then [DEBT-04]', async () => {
    const { pay, dialog, confirm, set } = await openCard();
    server.answer('collectDebt', refuse('debt_amount_changed', cad(900)));
    await pay.click();
    await confirm().click();
    await expect.element(dialog.getByText(t('debts.amountChanged', { amount: '$9.00' }))).toBeVisible();
    server.answer('collectDebt', () => {
      set({ state: 'requested', nextStep: 'wait', amount: cad(900) });
      return { ...paid, amount: cad(900) };
    });

    await confirm('$9.00').click();

    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.received('collectDebt').map(({ body }) => body.amountMinor)).toEqual([750, 900]);
  });

  test('sends one request for two presses [DEBT-05]', async () => {
    const { screen, pay, confirm, set } = await openCard();
    const answer = held(paid);
    server.answer('collectDebt', answer.answer);
    await pay.click();
    await confirm().dblClick();
    set({ state: 'requested', nextStep: 'wait' });

    answer.give();

    await expect.element(screen.getByText(t('debts.state_requested', values))).toBeVisible();
    expect(server.received('collectDebt')).toHaveLength(1);
  });

  test('asks again with the same key when nobody knows whether the request arrived, also after a reload [DEBT-05]', async () => {
    const first = await openCard();
    server.answer('collectDebt', refuse('unavailable'));
    await first.pay.click();
    await first.confirm().click();
    await expect.element(first.dialog.getByText(t('debts.unsure'))).toBeVisible();
    await first.confirm().click();
    await first.screen.unmount();
    const second = await openCard(first.debt);
    server.answer('collectDebt', () => {
      second.set({ state: 'requested', nextStep: 'wait' });
      return paid;
    });
    await second.pay.click();

    await second.confirm().click();

    await expect.element(second.screen.getByText(t('debts.state_requested', values))).toBeVisible();
    const keys = server.received('collectDebt').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(sessionStorage).toHaveLength(0);
  });

  test('asks with another key after the bank refused a request of which nobody knew whether it arrived', async () => {
    const { screen, debt, pay, dialog, confirm, set } = await openCard();
    server.answer('collectDebt', refuse('unavailable'));
    await pay.click();
    await confirm().click();
    await expect.element(dialog.getByText(t('debts.unsure'))).toBeVisible();
    await dialog.getByRole('button', { name: t('common.cancel') }).click();
    const stateAt = '2026-11-14T08:00:00Z';
    set({ state: 'declined', declineCode: 'refused', nextStep: 'retry', stateAt });
    server.tell('debt', { paymentId: debt.paymentId, state: 'declined', stateAt });
    server.answer('collectDebt', () => paid);
    await screen.getByRole('button', { name: t('debts.retry', { amount: '$7.50' }) }).click();

    await confirm().click();

    await expect.element(notices(screen).getByText(t('debts.started', { amount: '$7.50' }))).toBeVisible();
    const keys = server.received('collectDebt').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
  });

  test('stops asking once it is heard what became of a request whose answer was lost', async () => {
    onTestFinished(keepFocus());
    const { screen, debt, panel, pay, dialog, confirm, set } = await openCard();
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
    // What it asked is over: a later refusal brings a button and no question.
    const later = '2026-11-14T08:01:00Z';
    set({ state: 'declined', declineCode: 'refused', nextStep: 'retry', stateAt: later });
    server.tell('debt', { paymentId: debt.paymentId, state: 'declined', stateAt: later });
    await expect.element(screen.getByRole('button', { name: t('debts.retry', { amount: '$7.50' }) })).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('says calmly that somebody else was quicker, and shows what became of it', async () => {
    const { screen, pay, confirm, set } = await openCard();
    server.answer('collectDebt', () => {
      set({ state: 'submitting', nextStep: 'wait' });
      return refuse('debt_collection_running')();
    });
    await pay.click();

    await confirm().click();

    await expect.element(screen.getByText(t('errors.debt_collection_running'))).toBeVisible();
    await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();
  });

  test('tells that it could not be started, and why [DEBT-03]', async () => {
    const { screen, pay, confirm } = await openCard();
    server.answer('collectDebt', refuse('debt_tries_used'));
    await pay.click();

    await confirm().click();

    await expect.element(screen.getByText(t('debts.startFailed'))).toBeVisible();
    await expect.element(screen.getByText(t('errors.debt_tries_used'))).toBeVisible();
  });

  test('is not offered to whom the operator does not offer it', async () => {
    signIn({ permissions: { passenger: ['passenger-area', 'card'] } });
    const { panel } = await openCard();

    await expect.element(panel.getByText(t('debts.state_owed', values))).toBeVisible();
    expect(panel.getByRole('button').elements()).toHaveLength(0);
  });
});

describe('while the page is open', () => {
  test('the panel follows without a stream until the card can travel, and says so [DEBT-02] [DEBT-06]', async () => {
    const { screen, debt, set } = await openCard({ state: 'submitting', nextStep: 'wait' });
    await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();

    set({ state: 'unblocking', nextStep: 'wait' });
    await expect.element(screen.getByText(t('debts.state_unblocking', values)), { timeout: 10_000 }).toBeVisible();
    await expect.element(notices(screen).getByText(t('debts.paidNotice', { amount: '$7.50' }))).toBeVisible();
    const free = buildCard({ id: 1, name: card.name });
    server.answer('listCards', () => buildCardList([free]));
    server.answer('getCard', () => buildCardOverview({ card: free }));
    set({ state: 'ready', nextStep: 'travel' });

    await expect.element(screen.getByText(t('debts.state_ready', values)), { timeout: 10_000 }).toBeVisible();
    await expect.element(notices(screen).getByText(t('debts.readyNotice', { card: card.name }))).toBeVisible();
    expect(debt.paymentId).toBeTruthy();
  }, 30_000);

  test('the panel follows the stream at once, wherever the change was made [DEBT-05] [DEBT-06]', async () => {
    const { screen, debt, pay, set } = await openCard();
    await expect.element(pay).toBeVisible();
    const before = server.received('listDebts').length;
    server.tell('debt', { paymentId: debt.paymentId, state: debt.state, stateAt: debt.stateAt });
    expect(server.received('listDebts')).toHaveLength(before);

    set({ state: 'submitting', nextStep: 'wait' });
    server.tell('debt', { paymentId: debt.paymentId, state: 'submitting', stateAt: '2026-11-14T07:00:00Z' });

    await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();
    expect(screen.getByRole('button', { name: /Pay/ }).elements()).toHaveLength(0);
  });

  test('a refusal of the bank is told where it happens', async () => {
    const { screen, set } = await openCard({ state: 'submitting', nextStep: 'wait' });
    await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();

    set({ state: 'declined', declineCode: 'refused', nextStep: 'retry' });

    await expect
      .element(notices(screen).getByText(t('debts.declinedNotice', { amount: '$7.50' })), { timeout: 10_000 })
      .toBeVisible();
  }, 20_000);
});
