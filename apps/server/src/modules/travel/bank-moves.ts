import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import { oldestFirst } from '../../lib/iso-instant.ts';
import type { MoveRow } from './payment-facts.queries.ts';

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

export function sumOf(moves: readonly Pick<Move, 'amount_minor'>[]): number {
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
