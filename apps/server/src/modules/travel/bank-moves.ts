import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import { takenMinor, withoutRepetitions } from '@tapfolio/domain/bank-charges.ts';
import { type PaymentStatus, refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { oldestFirst } from '../../lib/iso-instant.ts';
import type { PaymentRow } from './payment.sql.ts';
import type { FareRow, MoveRow } from './payment-facts.queries.ts';

/* What the bank moved for a payment, and what was paid with it. */

/** A movement of money at the bank: from a delivery, or one of our own collections. */
export type Move = Omit<MoveRow, 'settlement_id' | 'retrieval_reference' | 'given_minor' | 'given_currency'> & {
  /** We had the bank make it. */
  readonly isOurs?: boolean;
  /** What the bank took or gave back, if that was another currency than the payment has. */
  readonly otherCurrency?: MoneyDto | undefined;
};

/** What the bank did about one payment. */
export interface BankSummary {
  /** The number and the sum of the refunds in the currency of the payment. */
  readonly refunds: number;
  readonly refundedMinor: number;
  /** When the last refund was requested, as the database writes it. */
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
  readonly refusal: MoveRow['refusal'];
}

/** Sums up the movements of one payment. */
export function summaryOf(moves: readonly Move[]): BankSummary {
  const refunds = moves.filter((move) => isRefund(move) && !isOtherCurrency(move));
  const debits = moves.filter(({ direction }) => direction === 'debit');
  return {
    refunds: refunds.length,
    refundedMinor: sumOf(refunds),
    refundedAt: refunds.findLast(({ requested_at: at }) => at !== null)?.requested_at ?? null,
    took: debits.length === 0 ? null : debits.some(({ approved }) => approved),
    tookOtherCurrency: debits.some(isOtherCurrency),
    gaveOtherCurrency: moves.some((move) => isRefund(move) && isOtherCurrency(move)),
    refusal: debits.at(-1)?.refusal ?? null,
  };
}

function isOtherCurrency({ otherCurrency }: Move): boolean {
  return otherCurrency !== undefined;
}

function sumOf(moves: readonly Pick<Move, 'amount_minor'>[]): number {
  return moves.reduce((sum, { amount_minor: minor }) => sum + minor, 0);
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

/** Movements without an instant come last. */
export function byTime({ requested_at: one }: Move, { requested_at: other }: Move): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return oldestFirst(one, other);
}

/** What the delivery of a payment says of its money. */
export type DeliveredMoney = Pick<
  PaymentRow,
  'payment_id' | 'srid' | 'reason' | 'status' | 'due_minor' | 'paid_minor' | 'debt_paid_minor' | 'currency'
>;

/** What is known of a fare that was unpaid once. */
type Fare = Pick<FareRow, 'currency' | 'is_unpaid' | 'paid_before_minor' | 'whole_minor' | 'settled_minor'>;

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
export function withTaken<Row extends DeliveredMoney>(row: Row, moves: TakenMoves, fare: Fare | undefined): Row {
  const { own } = moves;
  // A later delivery may have given the payment another currency.
  const known = fare?.currency === row.currency ? fare : undefined;
  if (own !== undefined) return withOwn(row, { ...moves, own }, known);
  // The window may be lowered or closed without the part that was paid before.
  const isLowered = known?.is_unpaid === false;
  const statuses = isLowered ? closedStatuses : unpaidStatuses;
  const mostMinor = isLowered ? Math.max(row.due_minor, known.whole_minor) : row.due_minor;
  return statuses.includes(row.status) ? withMoves(row, [...moves.delivered, ...moves.ownBefore], { mostMinor }) : row;
}

/** What we had the bank collect was taken, whatever is due now: it was what was missing beside the part that was paid before. */
function withOwn<Row extends DeliveredMoney>(
  row: Row,
  { delivered, own, ownBefore }: TakenMoves & { readonly own: Move },
  fare: Fare | undefined,
): Row {
  if (fare?.is_unpaid === true) {
    // What the window has beyond that may be a part of our collection: of another charge the movement will come.
    const paid_minor = Math.min(row.paid_minor, fare.paid_before_minor);
    // Only what is due beside our collection can tell that a charge is the repetition of another: that is how it counts once the window is closed.
    const due_minor = row.due_minor - own.amount_minor;
    const before = withMoves({ ...row, paid_minor, due_minor }, [...delivered, ...ownBefore]);
    return withPaid(row, {
      // The window may forget the part that was paid before, or the bank may refuse it after all: the fare is not asked for again.
      paid_minor: Math.max(row.paid_minor, before.paid_minor + own.amount_minor, fare.settled_minor),
      debt_paid_minor: Math.max(row.debt_paid_minor, before.debt_paid_minor + own.amount_minor),
    });
  }
  if (!closedStatuses.includes(row.status)) return row;
  const leastMinor = Math.max(own.amount_minor, fare?.settled_minor ?? 0);
  return withMoves(row, [...delivered, ...ownBefore, own], { leastMinor });
}

interface Bounds {
  /** A repeated request may be delivered as a second charge: more than this was not taken. */
  readonly mostMinor?: number;
  /** What was taken in any case. */
  readonly leastMinor?: number;
}

function withMoves<Row extends DeliveredMoney>(
  row: Row,
  moves: readonly Move[],
  { mostMinor = Number.POSITIVE_INFINITY, leastMinor = 0 }: Bounds = {},
): Row {
  const debits = moves.filter(isDebit);
  if (debits.length === 0) return row;
  const sumMinor = onceMinor(row, debits, Math.max(row.due_minor, leastMinor));
  const paid_minor = Math.max(leastMinor, Math.min(sumMinor, mostMinor));
  if (paid_minor <= row.paid_minor) return row;
  const recoveredMinor = sumOf(debits.filter(isRecovery));
  const debt_paid_minor = Math.min(Math.max(row.debt_paid_minor, recoveredMinor), paid_minor);
  return withPaid(row, { paid_minor, debt_paid_minor });
}

/** The sum of these movements, of equal ones only as many as the payment needs. */
function onceMinor({ currency }: DeliveredMoney, moves: readonly Move[], neededMinor: number): number {
  const charges = moves.map((move) => ({ ...move, amount: { amountMinor: move.amount_minor, currency } }));
  return takenMinor(withoutRepetitions(charges, neededMinor));
}

function withPaid<Row extends DeliveredMoney>(
  row: Row,
  paid: Pick<DeliveredMoney, 'paid_minor' | 'debt_paid_minor'>,
): Row {
  return { ...row, ...paid, status: paid.paid_minor >= row.due_minor ? 'accepted' : row.status };
}
