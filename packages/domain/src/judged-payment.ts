import { type BankCharge, withoutRepetitions } from './bank-charges.ts';
import { type BankSummary, isRefund, type Move, type PaymentMoney } from './bank-moves.ts';
import type { Money } from './money.ts';
import { movementReasons, type PaymentStatus, refusedPaymentStatuses } from './states.ts';

/**
 * The back office says that the bank took money and all the bank said is no, or the bank took another currency for us. What was collected
 * after a refusal may have come with another charge, so that alone is no contradiction. What we had the bank collect ourselves it said yes to.
 */
function isContradicted({ reason, paidMinor, debtPaidMinor }: PaymentMoney, bank: BankSummary): boolean {
  if (movementReasons.includes(reason)) return false;
  return bank.tookOtherCurrency || (paidMinor > debtPaidMinor && bank.took === false);
}

/**
 * Where the collection stands. A payment whose sources contradict each other is not called paid; of one that the bank refused
 * its answer may say why.
 */
export function shownStatus(payment: PaymentMoney, bank: BankSummary): PaymentStatus {
  const isCalledPaid = payment.status === 'accepted' || bank.tookOtherCurrency;
  if (isCalledPaid && isContradicted(payment, bank)) return 'corrupted';
  return payment.status === 'payment_error' ? (bank.refusal ?? payment.status) : payment.status;
}

/** Whether it is known what was paid: operator and bank do not contradict each other. */
export function isPaidKnown(payment: PaymentMoney, bank: BankSummary): boolean {
  return shownStatus(payment, bank) !== 'corrupted';
}

/**
 * What the operator no longer asks for of the amount due: the back office closed the payment although that part was not paid. A payment that
 * is not called paid may still be collected.
 */
export function writtenOffMinor(payment: PaymentMoney, bank: BankSummary): number {
  if (movementReasons.includes(payment.reason) || shownStatus(payment, bank) !== 'accepted') return 0;
  return Math.max(0, payment.dueMinor - payment.paidMinor);
}

/**
 * Can a receipt be had? Money was taken for it, and it is no refund. Everything else answers NWA0013. A part that was
 * paid of an unpaid fare has its receipt too: the money is gone from the account. What was collected later is certified by the
 * receipt of the fare and not a second time. What was paid in the end is not known once another currency was given back.
 */
export function isReceiptAvailable(
  payment: PaymentMoney & { readonly srid: string | null },
  bank: BankSummary,
): boolean {
  const isPaid =
    (payment.status === 'accepted' || refusedPaymentStatuses.includes(payment.status)) && payment.paidMinor > 0;
  if (isContradicted(payment, bank) || bank.gaveOtherCurrency) return false;
  return isPaid && !movementReasons.includes(payment.reason) && payment.srid !== null;
}

/** A movement as it is shown. */
type ShownCharge = Omit<BankCharge, 'isOurs'> & Pick<Move, 'at'>;
/** A movement with its amount in the currency of the payment. */
type Charge = ShownCharge & Pick<Move, 'otherCurrency'>;

/** The movements of a payment at the bank: each request once, weighed against what was paid. `closedAt` is when its window was closed. */
export function chargesOf(payment: PaymentMoney, moves: readonly Move[], closedAt: string | null): Charge[] {
  if (movementReasons.includes(payment.reason)) return [ownMovement(payment, closedAt)];
  return withoutRepetitions(moves, payment.paidMinor).map(
    ({ at, direction, kind, amount, otherCurrency, approved }) => ({
      at,
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

/** The refunds of a payment as they are shown: what the bank gave back, also if that was another currency. */
export function refundsOf(moves: readonly Move[]): { at: string | null; amount: Money }[] {
  return moves.filter(isRefund).map(({ at, amount, otherCurrency }) => ({ at, amount: otherCurrency ?? amount }));
}

/** The movement of a refund or a late collection itself; the others with its reference belong to the payment. */
function ownMovement({ reason, paidMinor, currency }: PaymentMoney, closedAt: string | null): ShownCharge {
  return {
    at: closedAt,
    ...(reason === 'refund' ? { direction: 'credit', kind: 'refund' } : { direction: 'debit', kind: 'debt_recovery' }),
    amount: { amountMinor: Math.abs(paidMinor), currency },
    approved: true,
  };
}
