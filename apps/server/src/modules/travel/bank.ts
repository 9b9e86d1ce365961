import type { PaymentStatus } from '@tapfolio/domain/states.ts';
import type { MoveRow } from './bank.queries.ts';
import type { ChargeRow } from './payment.sql.ts';

/** What the bank did about one payment. */
export interface BankAnswer {
  readonly refunds: number;
  readonly refundedMinor: number;
  /** When the last refund was asked for, as the database writes it. */
  readonly refundedAt: string | null;
  /** Did it take money? Null while it was not asked for any. */
  readonly took: boolean | null;
}

/** Sums up the movements of one payment. */
export function bankAnswer(moves: readonly MoveRow[]): BankAnswer {
  const refunds = moves.filter(isRefund);
  const debits = moves.filter(({ direction }) => direction === 'debit');
  return {
    refunds: refunds.length,
    refundedMinor: refunds.reduce((sum, { amount_minor: minor }) => sum + minor, 0),
    // In the order in which they were asked for; those without an instant stand at the end.
    refundedAt: refunds.findLast(({ requested_at: at }) => at !== null)?.requested_at ?? null,
    took: debits.length === 0 ? null : debits.some(({ approved }) => approved),
  };
}

/** Money that the bank gave back. */
export function isRefund({ direction, approved }: MoveRow): boolean {
  return direction === 'credit' && approved;
}

/**
 * The back office says that the bank took money and all the bank said is no. What was collected after a refusal may
 * have come with another charge, so that alone is no contradiction.
 */
function isContradicted({ reason, paid_minor, debt_paid_minor }: ChargeRow, { took }: BankAnswer): boolean {
  return reason !== 'refund' && paid_minor > debt_paid_minor && took === false;
}

/** Where the collection stands. A payment whose sources contradict each other is not called paid. */
export function shownStatus(row: ChargeRow, bank: BankAnswer): PaymentStatus {
  return row.status === 'accepted' && isContradicted(row, bank) ? 'corrupted' : row.status;
}

/**
 * Can a receipt be had? Money was taken for it, and it is no refund. Everything else answers NWA0013. A part that was
 * paid of an unpaid fare has its receipt too: the money is gone from the account.
 */
export function isReceiptAvailable(row: ChargeRow, bank: BankAnswer): boolean {
  const isPaid = (row.status === 'accepted' || row.status === 'payment_error') && row.paid_minor > 0;
  return isPaid && row.reason !== 'refund' && row.srid !== null && !isContradicted(row, bank);
}
