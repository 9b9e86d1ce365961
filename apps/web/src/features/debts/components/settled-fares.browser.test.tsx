import { beforeEach, describe, expect, test } from 'vitest';
import { server } from '../../../../test/fake-server.ts';
import { openOwingCard, owingCard, signInWithOwingCard, values } from '../../../../test/owing-card.ts';
import { quickenIntervals } from '../../../../test/quick-intervals.ts';
import { openPortal, t } from '../../../../test/render.tsx';
import { buildCard, buildCardList, buildCardOverview, buildDebt, cad } from '../../../../test/travel-fixtures.ts';

beforeEach(signInWithOwingCard);

describe('a fare that the operator settles without all of its money', () => {
  const settled = { state: 'ready', nextStep: 'travel' } as const;

  test('says that nothing more is to pay, and not that it is paid', async () => {
    quickenIntervals();
    const { screen, set } = await openOwingCard();
    await expect.element(screen.getByText(t('debts.state_owed', values))).toBeVisible();

    set({ ...settled, writtenOff: cad(750) });

    await expect.element(screen.getByText(t('debts.headingSettled', { card: owingCard.name }))).toBeVisible();
    const sentence = screen.getByRole('status').getByText(t('debts.writtenOff', { amount: '$7.50' }));
    await expect.element(sentence).toBeVisible();
    expect(screen.getByText(/is paid|Paid by the bank/).elements()).toHaveLength(0);
  });

  const free = buildCard({ id: 1, name: owingCard.name });

  test('leaves no alarm behind if it is not shown any more', async () => {
    quickenIntervals();
    const { screen, set } = await openOwingCard();
    await expect.element(screen.getByText(t('debts.state_owed', values))).toBeVisible();

    server.answer('listCards', () => buildCardList([free]));
    server.answer('getCard', () => buildCardOverview({ card: free }));
    set();

    await expect.element(screen.getByText(t('debts.state_owed', values))).not.toBeInTheDocument();
  });

  test('leaves no alarm behind if it was settled between the reading of the card and that of its fares', async () => {
    const cards = [owingCard];
    const card = () => cards.shift() ?? free;
    server.answer('listCards', () => buildCardList([free]));
    server.answer('getCard', () => buildCardOverview({ card: card() }));
    const { screen } = await openOwingCard(settled);

    await expect.element(screen.getByRole('region', { name: t('debts.onceUnpaid') })).toBeVisible();
    await expect.element(screen.getByText(t('debts.state_owed', values))).not.toBeInTheDocument();
    expect(cards).toHaveLength(0);
  });

  test('says what was paid of it, and what is no longer asked for', async () => {
    server.answer('listCards', () => buildCardList([buildCard()]));
    server.answer('getCard', () => buildCardOverview());
    server.answer('listDebts', () => ({
      items: [buildDebt({ ...settled, writtenOff: cad(200) }), buildDebt({ ...settled, writtenOff: cad(750) })],
    }));
    const { screen } = await openPortal('/card?id=1');

    const rows = screen.getByRole('region', { name: t('debts.onceUnpaid') }).getByRole('listitem');
    const partly = rows.filter({ hasText: t('debts.mark_partly_paid') });
    await expect.element(partly.getByText('$5.50', { exact: true })).toBeVisible();
    await expect.element(partly.getByText(t('debts.writtenOff', { amount: '$2.00' }))).toBeVisible();
    const wholly = rows.filter({ hasText: t('debts.mark_written_off') });
    await expect.element(wholly.getByText('$7.50', { exact: true })).toBeVisible();
  });
});
