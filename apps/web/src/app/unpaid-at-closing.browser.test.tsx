import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, server } from '../../test/fake-server.ts';
import { buildSecondFactors, buildSession } from '../../test/fixtures.ts';
import { openPortal, signIn, t } from '../../test/render.tsx';
import { buildCard, buildCardList, buildRefusedCard } from '../../test/travel-fixtures.ts';

beforeEach(() => {
  signIn();
  server.answer('getSecondFactors', () => buildSecondFactors());
  server.answer('listSessions', () => ({ items: [buildSession()] }));
});

const owing = buildRefusedCard({ id: 2, name: 'Blue card' });
const owed = page.getByRole('region', { name: t('debts.heading', { card: 'Blue card' }) });

test('whoever still owes a fare reads with which card and how much before deleting the account', async () => {
  server.answer('listCards', () => buildCardList([buildCard({ id: 1 }), owing]));
  await openPortal('/account/edit');

  await expect.element(owed.getByText(t('cards.debtOwed', { amount: '$7.50', date: '2026/11/13' }))).toBeVisible();
  await expect.element(owed.getByText(t('account.closeDebt'))).toBeVisible();
  await expect.element(owed.getByRole('link', { name: t('cards.addOpenOwn') })).toHaveAttribute('href', '/card?id=2');
  expect(page.getByText(t('account.closeDebt')).elements()).toHaveLength(1);
});

test.each(['approved', 'unblocking', 'ready'] as const)('a fare that is %s is not named as unpaid', async (state) => {
  const { debt } = owing;
  const settled = { ...owing, debt: debt && { ...debt, state } };
  server.answer('listCards', () => buildCardList([settled, buildRefusedCard({ id: 3, name: 'Red card' })]));
  await openPortal('/account/edit');

  await expect.element(page.getByRole('region', { name: t('debts.heading', { card: 'Red card' }) })).toBeVisible();
  expect(owed.elements()).toHaveLength(0);
});

test('a passenger who owes nothing reads the general sentence', async () => {
  const cards = held(buildCardList([buildCard({ id: 1 })]));
  server.answer('listCards', cards.answer);
  await openPortal('/account/edit');
  await expect.element(page.getByText(t('account.closeDebt'))).toBeVisible();

  cards.give();

  await expect.element(page.getByText(t('account.closeDebt'))).toBeVisible();
  expect(page.getByRole('region', { name: /^Unpaid fare/ }).elements()).toHaveLength(0);
});

test('a passenger who may not see cards reads the general sentence, and no cards are requested', async () => {
  signIn({ permissions: { account: ['account-edit', 'account-edit.close'] } });
  await openPortal('/account/edit');

  await expect.element(page.getByText(t('account.closeDebt'))).toBeVisible();
  expect(server.received('listCards')).toEqual([]);
});
