import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Card } from '@tapfolio/contracts/cards.ts';
import type { Debt } from '@tapfolio/contracts/debts.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { Money } from '@tapfolio/domain/money.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { call } from '../lib/api-client.ts';
import { useLocale, useT } from '../lib/i18n.ts';
import { StatusText, type Tone } from '../ui/status-text.tsx';
import { cardKey, inLanguage } from './query-keys.ts';

/** The unpaid fares of a card, the settled ones last. The server names lines and stops in the language. */
export function debtsQuery(cardId: number, language: Locale) {
  return queryOptions({
    ...inLanguage([...cardKey(cardId), 'debts'], language),
    queryFn: ({ signal }) => call('listDebts', { params: { cardId }, query: { language } }, { signal }),
  });
}

const DebtsContext = createContext<readonly Debt[]>([]);

/** Lets the trips and payments of a card below know which of them are unpaid. For a card without debts the server is not asked. */
export function UnpaidFares({ card, children }: { card: Pick<Card, 'id' | 'debt'>; children: ReactNode }) {
  const query = useQuery({ ...debtsQuery(card.id, useLocale()), enabled: card.debt !== null });
  return <DebtsContext value={query.data?.items ?? none}>{children}</DebtsContext>;
}

const none: readonly Debt[] = [];

export const debtTones: Readonly<Record<Debt['state'], Tone>> = {
  owed: 'danger',
  requested: 'info',
  submitting: 'info',
  unknown: 'warning',
  approved: 'success',
  unblocking: 'success',
  ready: 'success',
  declined: 'danger',
};

/** The state of the unpaid fare that a trip belongs to, such as "Unpaid"; nothing for other trips and for free ones. */
export function TripDebt({ tripId }: { tripId: string }) {
  const isOwedFor = ({ id, price }: Debt['trips'][number]): boolean => id === tripId && price.amountMinor > 0;
  const debt = useContext(DebtsContext).find(({ trips }) => trips.some(isOwedFor));
  return debt && <DebtMark debt={debt} />;
}

/** The state of the unpaid fare of a payment; nothing for a payment that has none. */
export function PaymentDebt({ paymentId }: { paymentId: string }) {
  const debt = useContext(DebtsContext).find((one) => one.paymentId === paymentId);
  return debt && <DebtMark debt={debt} />;
}

/** The state of a fare in a few words. */
export function DebtMark({ debt }: { debt: Debt }) {
  const t = useT();
  const { state, writtenOff } = debt;
  if (!writtenOff) return <StatusText tone={debtTones[state]}>{t(`debts.mark_${state}`)}</StatusText>;
  return (
    <StatusText tone="info">{t(paidLater(debt) ? 'debts.mark_partly_paid' : 'debts.mark_written_off')}</StatusText>
  );
}

/** What was paid of a settled fare after it was unpaid. Null if the operator no longer asks for any of it. */
export function paidLater({ amount, writtenOff }: Pick<Debt, 'amount' | 'writtenOff'>): Money | null {
  const amountMinor = amount.amountMinor - (writtenOff?.amountMinor ?? 0);
  return amountMinor > 0 ? { ...amount, amountMinor } : null;
}
