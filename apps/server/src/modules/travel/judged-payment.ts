import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { withoutRepetitions } from '@tapfolio/domain/bank-charges.ts';
import { movementReasons, type PaymentStatus, refusedPaymentStatuses } from '@tapfolio/domain/states.ts';
import { isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { BankSummary, Move } from './bank-moves.ts';
import type { PaymentRow } from './payment.sql.ts';

/** What the back office says of a payment. */
type DeliveredPayment = Pick<PaymentRow, 'reason' | 'status' | 'paid_minor' | 'debt_paid_minor'>;

/**
 * The back office says that the bank took money and all the bank said is no, or the bank took another currency for us. What was collected
 * after a refusal may have come with another charge, so that alone is no contradiction. What we had the bank collect ourselves it said yes to.
 */
function isContradicted({ reason, paid_minor, debt_paid_minor }: DeliveredPayment, bank: BankSummary): boolean {
  if (movementReasons.includes(reason)) return false;
  return bank.tookOtherCurrency || (paid_minor > debt_paid_minor && bank.took === false);
}

/**
 * Where the collection stands. A payment whose sources contradict each other is not called paid; of one that the bank refused
 * its answer may say why.
 */
export function shownStatus(row: DeliveredPayment, bank: BankSummary): PaymentStatus {
  const isCalledPaid = row.status === 'accepted' || bank.tookOtherCurrency;
  if (isCalledPaid && isContradicted(row, bank)) return 'corrupted';
  return row.status === 'payment_error' ? (bank.refusal ?? row.status) : row.status;
}

/** Whether it is known what was paid: operator and bank do not contradict each other. */
export function isPaidKnown(row: DeliveredPayment, bank: BankSummary): boolean {
  return shownStatus(row, bank) !== 'corrupted';
}

/**
 * What the operator no longer asks for of the amount due: the back office closed the payment although that part was not paid. A payment that
 * is not called paid may still be collected.
 */
export function writtenOffMinor(row: PaymentRow, bank: BankSummary): number {
  if (movementReasons.includes(row.reason) || shownStatus(row, bank) !== 'accepted') return 0;
  return Math.max(0, row.due_minor - row.paid_minor);
}

/**
 * Can a receipt be had? Money was taken for it, and it is no refund. Everything else answers NWA0013. A part that was
 * paid of an unpaid fare has its receipt too: the money is gone from the account. What was collected later is certified by the
 * receipt of the fare and not a second time. What was paid in the end is not known once another currency was given back.
 */
export function isReceiptAvailable(row: PaymentRow, bank: BankSummary): boolean {
  const isPaid = (row.status === 'accepted' || refusedPaymentStatuses.includes(row.status)) && row.paid_minor > 0;
  if (isContradicted(row, bank) || bank.gaveOtherCurrency) return false;
  return isPaid && !movementReasons.includes(row.reason) && row.srid !== null;
}

type ShownCharge = PaymentDetail['charges'][number];
/** A movement with its amount in the currency of the payment. */
type Charge = ShownCharge & Pick<Move, 'otherCurrency'>;

/** The movements of a payment at the bank: each request once, weighed against what was paid. */
export function chargesOf(row: PaymentRow, moves: readonly Move[]): Charge[] {
  if (movementReasons.includes(row.reason)) return [ownMovement(row)];
  const { currency, paid_minor: paidMinor } = row;
  const charges = moves.map((move) => ({ ...move, amount: { amountMinor: move.amount_minor, currency } }));
  return withoutRepetitions(charges, paidMinor).map(
    ({ requested_at: at, direction, kind, amount, otherCurrency, approved }) => ({
      at: isoInstantOrNull(at),
      direction,
      kind,
      amount,
      otherCurrency,
      approved,
    }),
  );
}

/** A movement as it is shown: what the bank took or gave back, also if that was another currency. */
export function shownCharge({ otherCurrency, ...charge }: Charge): ShownCharge {
  return { ...charge, amount: otherCurrency ?? charge.amount };
}

/** The movement of a refund or a late collection itself; the others with its reference belong to the payment. */
function ownMovement({ reason, closed_at, paid_minor, currency }: PaymentRow): ShownCharge {
  return {
    at: isoInstantOrNull(closed_at),
    ...(reason === 'refund' ? { direction: 'credit', kind: 'refund' } : { direction: 'debit', kind: 'debt_recovery' }),
    amount: { amountMinor: Math.abs(paid_minor), currency },
    approved: true,
  };
}
