import type { Money } from './money.ts';
import { awaitedPaymentStatuses, movementReasons, type PaymentReason, type PaymentStatus } from './states.ts';

/** A movement of money at the bank. */
interface Movement {
  readonly at: string | null;
  readonly direction: 'debit' | 'credit';
  readonly amount: Money;
  readonly approved: boolean;
}

/** The money of a payment. */
export interface PaidMoney {
  readonly reason: PaymentReason;
  readonly status: PaymentStatus;
  readonly due: Money;
  readonly paid: Money;
  /** What nobody paid and nobody asks for any more: a part of the amount due, or of the fares. */
  readonly writtenOff: Money | null;
  readonly charges: readonly Movement[];
}

/** A line of a sum. */
export interface SumLine<Kind> {
  readonly kind: Kind;
  readonly amount: Money;
}

/** What a rest of a payment is. */
export type RestKind =
  /** The bank took more than was due, and has not given it back. */
  | 'overpaid'
  | 'toCome'
  | 'unpaid'
  /** Not paid, and no longer asked for. */
  | 'writtenOff';

/** What was paid. Null if that is not known: operator and bank contradict each other. */
export function knownPaid({ reason, status, paid }: Pick<PaidMoney, 'reason' | 'status' | 'paid'>): Money | null {
  return status === 'corrupted' && !movementReasons.includes(reason) ? null : paid;
}

/** A line of the history of payments. */
type HistoryLine = Pick<PaidMoney, 'reason' | 'status' | 'paid'> & {
  readonly total: Money;
  readonly countsByItself: boolean;
};

/**
 * What a payment of a list adds to the sum of what was paid: nothing if that is not known. A fare that was paid later counts at its due
 * date, and not a second time. If nothing tells how much of the fare that paid, what the bank took counts in its own currency.
 */
export function countedPaid(payment: HistoryLine): Money {
  if (payment.reason === 'debt_recovery') return payment.countsByItself ? payment.paid : payment.total;
  return knownPaid(payment) ?? { ...payment.paid, amountMinor: 0 };
}

/** Whether money came back. */
export function isGivenBack({ direction, approved }: Movement): boolean {
  return direction === 'credit' && approved;
}

/** What the bank gave back in a currency. */
export function givenBackMinor(charges: readonly Movement[], currency: string): number {
  const back = charges.filter((charge) => isGivenBack(charge) && charge.amount.currency === currency);
  return back.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/** Refunds that were made, as movements at the bank: a guest is told no others. */
export function movementsOf(refunds: readonly Pick<Movement, 'at' | 'amount'>[]): Movement[] {
  return refunds.map(({ at, amount }) => ({ at, amount, direction: 'credit', approved: true }));
}

/** What was paid in the end. Null if that is not known: amounts of two currencies have no sum. */
export function keptOf(payment: Pick<PaidMoney, 'reason' | 'status' | 'paid' | 'charges'>): Money | null {
  const { charges } = payment;
  const paid = knownPaid(payment);
  if (paid === null) return null;
  const hasOtherCurrency = charges.some((charge) => isGivenBack(charge) && charge.amount.currency !== paid.currency);
  return hasOtherCurrency ? null : { ...paid, amountMinor: paid.amountMinor - givenBackMinor(charges, paid.currency) };
}

/** Whether the bank will still be asked for what is missing: it has not refused. */
export function isUnderWay(status: PaymentStatus): boolean {
  return status === 'none' || awaitedPaymentStatuses.includes(status);
}

/** What becomes of the part of a payment that is not paid. */
export function restKindOf({ status, writtenOff }: Pick<PaidMoney, 'status' | 'writtenOff'>): RestKind {
  if (isUnderWay(status)) return 'toCome';
  return writtenOff ? 'writtenOff' : 'unpaid';
}

/** The part of the amount due that is not paid, or what was paid beyond it. */
export function restLines(payment: PaidMoney): SumLine<RestKind>[] {
  const { due, charges } = payment;
  const paid = knownPaid(payment);
  if (paid === null) return [];
  const missing = due.amountMinor - paid.amountMinor;
  if (missing > 0) return [{ kind: restKindOf(payment), amount: { ...due, amountMinor: missing } }];
  const tooMuch = -missing - givenBackMinor(charges, due.currency);
  return tooMuch > 0 ? [{ kind: 'overpaid', amount: { ...due, amountMinor: tooMuch } }] : [];
}
