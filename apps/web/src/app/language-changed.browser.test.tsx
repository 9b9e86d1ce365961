import { expect, onTestFinished, test } from 'vitest';
import { server } from '../../test/fake-server.ts';
import { openOwingCard, owingCard, signInWithOwingCard, values } from '../../test/owing-card.ts';
import { openPortal, t } from '../../test/render.tsx';
import { buildCard, buildCardList, buildCardOverview } from '../../test/travel-fixtures.ts';
import { twoCards } from '../../test/two-cards.ts';
import { setLanguage } from '../lib/i18n.ts';

twoCards();

/** The language changes as another tab or the switch of the frame changes it. */
async function changeLanguage(): Promise<void> {
  onTestFinished(() => setLanguage('en_CA'));
  await setLanguage('fr_CA');
}

test('the name typed for a card stays in its dialog when another tab changes the language', async () => {
  const { screen } = await openPortal('/card?id=1');
  await screen.getByRole('button', { name: t('common.rename') }).click();
  await screen.getByRole('dialog').getByRole('textbox').fill('Blue card');

  await changeLanguage();

  const name = screen.getByRole('dialog').getByRole('textbox', { name: t('cards.nameLabel') });
  await expect.element(name).toHaveValue('Blue card');
  await expect.element(name).toHaveFocus();
});

test('a fare that was paid on this screen is still confirmed after the language has changed', async () => {
  signInWithOwingCard();
  const { screen, debt, set } = await openOwingCard({ state: 'unblocking', nextStep: 'wait' });
  await expect.element(screen.getByText(t('debts.state_unblocking', values))).toBeVisible();
  const free = buildCard({ id: 1, name: owingCard.name });
  server.answer('listCards', () => buildCardList([free]));
  server.answer('getCard', () => buildCardOverview({ card: free }));
  set({ state: 'ready', nextStep: 'travel' });
  server.tell('debt', { paymentId: debt.paymentId, state: 'ready', stateAt: '2026-11-14T08:00:00Z' });
  await expect.element(screen.getByText(t('debts.state_ready', values))).toBeVisible();

  await changeLanguage();

  await expect
    .element(screen.getByRole('region', { name: t('debts.headingPaid', { card: owingCard.name }) }))
    .toBeVisible();
});
