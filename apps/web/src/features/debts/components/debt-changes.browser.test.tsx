import { beforeEach, expect, test } from 'vitest';
import { server } from '../../../../test/fake-server.ts';
import { begun, notices, openOwingCard, owingCard, signInWithOwingCard, values } from '../../../../test/owing-card.ts';
import { quickenIntervals } from '../../../../test/quick-intervals.ts';
import { t } from '../../../../test/render.tsx';
import { buildCard, buildCardList, buildCardOverview } from '../../../../test/travel-fixtures.ts';

beforeEach(signInWithOwingCard);

test('the panel follows the state without a stream until the card can travel, and says so [DEBT-02] [DEBT-06]', async () => {
  quickenIntervals();
  const { screen, set } = await openOwingCard({ state: 'submitting', nextStep: 'wait' });
  await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();

  set({ state: 'unblocking', nextStep: 'wait' });
  await expect.element(screen.getByText(t('debts.state_unblocking', values))).toBeVisible();
  await expect.element(notices(screen).getByText(t('debts.paidNotice', { amount: '$7.50' }))).toBeVisible();
  const free = buildCard({ id: 1, name: owingCard.name });
  server.answer('listCards', () => buildCardList([free]));
  server.answer('getCard', () => buildCardOverview({ card: free }));
  set({ state: 'ready', nextStep: 'travel' });

  await expect.element(screen.getByText(t('debts.state_ready', values))).toBeVisible();
  await expect.element(notices(screen).getByText(t('debts.readyNotice', { card: owingCard.name }))).toBeVisible();
});

test('the panel asks by itself after the server has ended the stream', async () => {
  quickenIntervals();
  const { screen, debt, set } = await openOwingCard({ state: 'submitting', nextStep: 'wait' });
  await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();
  server.tell('debt', { paymentId: debt.paymentId, state: debt.state, stateAt: debt.stateAt });

  server.endStreams();
  set({ state: 'unblocking', nextStep: 'wait' });

  await expect.element(screen.getByText(t('debts.state_unblocking', values))).toBeVisible();
});

test('the panel follows the stream at once, wherever the change was made [DEBT-05] [DEBT-06]', async () => {
  const { screen, debt, pay, set } = await openOwingCard();
  await expect.element(pay).toBeVisible();
  const before = server.received('listDebts').length;
  server.tell('debt', { paymentId: debt.paymentId, state: debt.state, stateAt: debt.stateAt });
  expect(server.received('listDebts')).toHaveLength(before);

  set({ state: 'submitting', nextStep: 'wait' });
  server.tell('debt', { paymentId: debt.paymentId, state: 'submitting', stateAt: '2026-11-14T07:00:00Z' });

  await expect.element(screen.getByText(t('debts.state_submitting', values))).toBeVisible();
  expect(screen.getByRole('button', { name: /Pay/ }).elements()).toHaveLength(0);
});

test.each([
  ['was being asked', { state: 'submitting', nextStep: 'wait' }, { state: 'declined' }],
  ['refused at once', {}, { state: 'declined' }],
  ['refused once more', { state: 'declined', nextStep: 'retry' }, { state: 'declined', triesLeft: 1 }],
] as const)('a refusal of a bank that %s is told where it happens', async (_, before, after) => {
  const { screen, debt, panel, set } = await openOwingCard({ declineCode: 'refused', ...before });
  await expect.element(panel.getByText(t('debts.history'))).toBeVisible();
  const stateAt = '2026-11-14T08:00:00Z';

  set({ ...after, declineCode: 'refused', nextStep: 'retry', stateAt });
  server.tell('debt', { paymentId: debt.paymentId, state: 'declined', stateAt });

  await expect.element(notices(screen).getByText(t('debts.declinedNotice', { amount: '$7.50' }))).toBeVisible();
});

test('a notice appears when a bank pays at once', async () => {
  const { screen, debt, pay, set } = await openOwingCard();
  await expect.element(pay).toBeVisible();
  const stateAt = '2026-11-14T08:00:00Z';

  set({ state: 'unblocking', nextStep: 'wait', stateAt });
  server.tell('debt', { paymentId: debt.paymentId, state: 'unblocking', stateAt });

  await expect.element(notices(screen).getByText(t('debts.paidNotice', { amount: '$7.50' }))).toBeVisible();
});

test('the next try is offered when its time has come, without any message [DEBT-06]', async () => {
  quickenIntervals();
  const refused = { state: 'declined', declineCode: 'insufficient_funds', triesLeft: 2 } as const;
  const nextTryAt = new Date().toISOString();
  const { screen, debt, set } = await openOwingCard({ ...refused, nextStep: 'retry_later', nextTryAt });
  await expect.element(screen.getByText(/You can try again from/)).toBeVisible();
  server.tell('debt', { paymentId: debt.paymentId, state: debt.state, stateAt: debt.stateAt });

  set({ ...refused, nextStep: 'retry', nextTryAt: null });

  const again = screen.getByRole('button', { name: t('debts.retry', { amount: '$7.50' }) });
  await expect.element(again).toBeVisible();
});

test('a refusal of the bank replaces the notice that the payment began', async () => {
  const { screen, debt, pay, confirm, set } = await openOwingCard();
  server.answer('collectDebt', () => {
    set({ state: 'requested', nextStep: 'wait' });
    return begun;
  });
  await pay.click();
  await confirm().click();
  const started = notices(screen).getByText(t('debts.started', { amount: '$7.50' }));
  await expect.element(started).toBeVisible();
  const stateAt = '2026-11-14T07:00:00Z';

  set({ state: 'declined', declineCode: 'refused', nextStep: 'retry', stateAt });
  server.tell('debt', { paymentId: debt.paymentId, state: 'declined', stateAt });

  await expect.element(notices(screen).getByText(t('debts.declinedNotice', { amount: '$7.50' }))).toBeVisible();
  expect(started.elements()).toHaveLength(0);
});
