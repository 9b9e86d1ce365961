import type { Debt } from '@tapfolio/contracts/debts.ts';
import type { RenderResult } from 'vitest-browser-react';
import { server } from './fake-server.ts';
import { openPortal, signIn, t } from './render.tsx';
import { buildCardList, buildCardOverview, buildDebt, buildRefusedCard, cad } from './travel-fixtures.ts';

/** The card that owes. */
export const owingCard = buildRefusedCard({ id: 1, name: 'Everyday card' });
/** The server's answer after a collection has begun. */
export const begun = { state: 'requested', amount: cad(750) } as const;
/** The values in the sentences about the fare. */
export const values = { amount: '$7.50', date: '2026/11/13' };

/** Signs in a passenger whose card owes a fare; call this before each test. */
export function signInWithOwingCard(): void {
  sessionStorage.clear();
  signIn();
  server.answer('listCards', () => buildCardList([owingCard]));
  server.answer('getCard', () => buildCardOverview({ card: owingCard }));
}

/** Opens the card of these unpaid fares; the server answers with what `set` gets from then on. */
export async function openOwingCard(first: Partial<Debt> = {}) {
  const debt = buildDebt(first);
  let now = [debt];
  server.answer('listDebts', () => ({ items: now }));
  const { screen } = await openPortal('/card?id=1');
  const set = (...debts: Partial<Debt>[]): void => {
    now = debts.map((one) => ({ ...debt, ...one }));
  };
  const panel = screen.getByRole('region', { name: t('debts.heading', { card: owingCard.name }) });
  const pay = panel.getByRole('button', { name: t('debts.pay', { amount: '$7.50' }) });
  const dialog = screen.getByRole('dialog');
  const confirm = (amount = '$7.50') => dialog.getByRole('button', { name: t('debts.pay', { amount }) });
  return { screen, debt, panel, pay, dialog, confirm, set };
}

/** The notices of the page. */
export const notices = (screen: RenderResult) => screen.getByRole('region', { name: t('nav.notices') });
