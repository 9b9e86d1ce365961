import { type BankCharge, takenMinor, withoutRepetitions } from './bank-charges.ts';
import type { RefusedCardStatus } from './card-status.ts';
import type { Money } from './money.ts';
import { type PaymentReason, type PaymentStatus, refusedPaymentStatuses } from './states.ts';

/* What the bank moved for a payment, and what was paid with it. */

/** A movement of money at the bank: from a delivery, or one of our own collections. Its amount is in the currency of the payment. */
export interface Move extends BankCharge {
  /** When the bank was asked, in UTC; null if that is unknown. */
  readonly at: string | null;
  /** What the bank said of the card, if it refused because of that. */
  readonly refusal: RefusedCardStatus | null;
  /** What the bank took or gave back, if that was another currency than the payment has. */
  readonly otherCurrency?: Money | undefined;
}

/** What the bank did about one payment. */
export interface BankSummary {
  /** The number and the sum of the refunds in the currency of the payment. */
  readonly refunds: number;
  readonly refundedMinor: number;
  /** When the last refund was requested. */
  readonly refundedAt: string | null;
  /**
   * Did it take money? Null if it was not asked for any, or if all that is known are the refusals that made the fare unpaid before the back
   * office was paid.
   */
  readonly took: boolean | null;
  /** Did it take another currency for us than the payment has? */
  readonly tookOtherCurrency: boolean;
  /** Did it give back another currency than the payment has? */
  readonly gaveOtherCurrency: boolean;
  /** What it said of the card when it refused the last time. */
  readonly refusal: RefusedCardStatus | null;
}

/** Sums up the movements of one payment. */
export function summaryOf(moves: readonly Move[]): BankSummary {
  const refunds = moves.filter((move) => isRefund(move) && !isOtherCurrency(move));
  const debits = moves.filter(({ direction }) => direction === 'debit');
  return {
    refunds: refunds.length,
    refundedMinor: sumOf(refunds),
    refundedAt: refunds.findLast(({ at }) => at !== null)?.at ?? null,
    took: debits.length === 0 ? null : debits.some(({ approved }) => approved),
    tookOtherCurrency: debits.some(isOtherCurrency),
    gaveOtherCurrency: moves.some((move) => isRefund(move) && isOtherCurrency(move)),
    refusal: debits.at(-1)?.refusal ?? null,
  };
}

function isOtherCurrency({ otherCurrency }: Move): boolean {
  return otherCurrency !== undefined;
}

function sumOf(moves: readonly Pick<Move, 'amount'>[]): number {
  return moves.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/** Money that the bank gave back. */
export function isRefund({ direction, approved }: Pick<Move, 'direction' | 'approved'>): boolean {
  return direction === 'credit' && approved;
}

/** Money that the bank took. */
export function isDebit({ direction, approved }: Pick<Move, 'direction' | 'approved'>): boolean {
  return direction === 'debit' && approved;
}

/** Money that the bank took of a fare that it had refused to pay. */
export function isRecovery({ kind, approved }: Pick<Move, 'kind' | 'approved'>): boolean {
  return kind === 'debt_recovery' && approved;
}

/** What the back office says of the money of a payment. */
export interface PaymentMoney {
  readonly reason: PaymentReason;
  readonly status: PaymentStatus;
  readonly dueMinor: number;
  readonly paidMinor: number;
  /** The part that was paid after a refusal. */
  readonly debtPaidMinor: number;
  readonly currency: string;
}

/** What is known of a fare that was unpaid once. */
export interface OnceUnpaid {
  readonly currency: string;
  /** The newest delivery calls it unpaid. */
  readonly isUnpaid: boolean;
  /** What was paid when a delivery last called it unpaid, beside what we had the bank collect then. */
  readonly paidBeforeMinor: number;
  /** What was due as a whole then. */
  readonly wholeMinor: number;
  /** What was paid of that as a whole, if we had the bank collect what was missing; else 0. */
  readonly settledMinor: number;
}

/** What the bank did about a payment. */
export interface TakenMoves {
  /** Movements that the back office asked for, or that nothing tells apart from those. */
  readonly delivered: readonly Move[];
  /** What we had the bank collect last, if nothing is owed any more; the others do not contain it. */
  readonly own: Move | undefined;
  /** What we had the bank collect before. */
  readonly ownBefore: readonly Move[];
}

/** A closed window of which the bank's money is still missing. */
const unpaidStatuses: readonly PaymentStatus[] = [...refusedPaymentStatuses, 'pending'];
/** A window of which the back office asks for no more, or whose money is still missing. */
const closedStatuses: readonly PaymentStatus[] = [...unpaidStatuses, 'accepted', 'none'];

/**
 * The payment with all that the bank took. Its window may be older than what the bank did, or ask for less than before. Window and movements
 * describe the same money, so the larger sum counts.
 */
export function withTaken(payment: PaymentMoney, moves: TakenMoves, fare: OnceUnpaid | undefined): PaymentMoney {
  const { own } = moves;
  // A later delivery may have given the payment another currency.
  const known = fare?.currency === payment.currency ? fare : undefined;
  if (own !== undefined) return withOwn(payment, { ...moves, own }, known);
  // The window may be lowered or closed without the part that was paid before.
  const isLowered = known?.isUnpaid === false;
  const statuses = isLowered ? closedStatuses : unpaidStatuses;
  const mostMinor = isLowered ? Math.max(payment.dueMinor, known.wholeMinor) : payment.dueMinor;
  return statuses.includes(payment.status)
    ? withMoves(payment, [...moves.delivered, ...moves.ownBefore], { mostMinor })
    : payment;
}

/** What we had the bank collect was taken, whatever is due now: it was what was missing beside the part that was paid before. */
function withOwn(
  payment: PaymentMoney,
  { delivered, own, ownBefore }: TakenMoves & { readonly own: Move },
  fare: OnceUnpaid | undefined,
): PaymentMoney {
  if (fare?.isUnpaid === true) {
    // What the window has beyond that may be a part of our collection: of another charge the movement will come.
    const paidMinor = Math.min(payment.paidMinor, fare.paidBeforeMinor);
    const debtPaidMinor = Math.max(0, payment.debtPaidMinor - (payment.paidMinor - paidMinor));
    // Only what is due beside our collection can tell that a charge is the repetition of another: that is how it counts once the window is closed.
    const dueMinor = payment.dueMinor - own.amount.amountMinor;
    const before = withMoves({ ...payment, paidMinor, debtPaidMinor, dueMinor }, [...delivered, ...ownBefore]);
    return withPaid(payment, {
      // The window may forget the part that was paid before, or the bank may refuse it after all: the fare is not asked for again.
      paidMinor: Math.max(payment.paidMinor, before.paidMinor + own.amount.amountMinor, fare.settledMinor),
      debtPaidMinor: Math.max(payment.debtPaidMinor, before.debtPaidMinor + own.amount.amountMinor),
    });
  }
  if (!closedStatuses.includes(payment.status)) return payment;
  const leastMinor = Math.max(own.amount.amountMinor, fare?.settledMinor ?? 0);
  return withMoves(payment, [...delivered, ...ownBefore, own], { leastMinor });
}

interface Bounds {
  /** A repeated request may be delivered as a second charge: more than this was not taken. */
  readonly mostMinor?: number;
  /** What was taken in any case. */
  readonly leastMinor?: number;
}

function withMoves(
  payment: PaymentMoney,
  moves: readonly Move[],
  { mostMinor = Number.POSITIVE_INFINITY, leastMinor = 0 }: Bounds = {},
): PaymentMoney {
  const debits = moves.filter(isDebit);
  if (debits.length === 0) return payment;
  const sumMinor = onceMinor(debits, Math.max(payment.dueMinor, leastMinor));
  const paidMinor = Math.max(leastMinor, Math.min(sumMinor, mostMinor));
  if (paidMinor <= payment.paidMinor) return payment;
  const recoveredMinor = sumOf(debits.filter(isRecovery));
  const debtPaidMinor = Math.min(Math.max(payment.debtPaidMinor, recoveredMinor), paidMinor);
  return withPaid(payment, { paidMinor, debtPaidMinor });
}

/** The sum of these movements, of equal ones only as many as the payment needs. */
function onceMinor(moves: readonly Move[], neededMinor: number): number {
  return takenMinor(withoutRepetitions(moves, neededMinor));
}

function withPaid(payment: PaymentMoney, paid: Pick<PaymentMoney, 'paidMinor' | 'debtPaidMinor'>): PaymentMoney {
  return { ...payment, ...paid, status: paid.paidMinor >= payment.dueMinor ? 'accepted' : payment.status };
}
