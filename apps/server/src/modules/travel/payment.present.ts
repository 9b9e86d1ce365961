import { paymentsAsDelivered } from '@tapfolio/contracts/as-delivered.ts';
import type { PaymentDetail, PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import type { BankSummary } from '@tapfolio/domain/bank-moves.ts';
import { isReceiptAvailable, shownStatus, writtenOffMinor } from '@tapfolio/domain/judged-payment.ts';
import { movementReasons } from '@tapfolio/domain/states.ts';
import { presenterOf } from '../../lib/as-delivered.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import { moneyOf } from './moved-money.service.ts';
import type { PaymentRow } from './payment.sql.ts';
import type { ChargedPayment } from './payment-facts.service.ts';
import type { Operators } from './timetable-names.ts';

const presentAsDelivered = presenterOf(paymentsAsDelivered);

/** What is known of a payment besides its row. */
export interface PaymentFacts {
  readonly bank: BankSummary;
  readonly countsByItself: boolean;
  readonly tripCount: number;
  readonly sold: readonly string[];
  readonly operators: Operators;
}

/** A payment as histories and overviews show it. */
export function presentPayment(
  row: PaymentRow,
  { bank, countsByItself, tripCount, sold, operators }: PaymentFacts,
): PaymentSummary {
  const money = (amountMinor: number): MoneyDto => ({ amountMinor, currency: row.currency });
  const stored = moneyOf(row);
  const isRefund = row.reason === 'refund';
  // Of these only a refund has a total: a late collection is part of what was due of the unpaid payment.
  const isMovement = movementReasons.includes(row.reason);
  const askedFor = isMovement ? 0 : row.due_minor - writtenOffMinor(stored, bank);
  return {
    id: row.payment_id,
    openedAt: isoInstant(row.opened_at),
    ...presentAsDelivered(row),
    serviceDay: row.service_day,
    timeZone: operators.timeZone(row.operator_code),
    reason: row.reason,
    due: money(row.due_minor),
    paid: money(row.paid_minor),
    total: money(isRefund ? row.paid_minor : askedFor),
    refunded:
      isMovement || bank.refunds === 0
        ? null
        : { amount: money(bank.refundedMinor), count: bank.refunds, lastAt: bank.refundedAt },
    method: row.method,
    status: shownStatus(stored, bank),
    countsByItself,
    srid: row.srid,
    tripCount: isMovement ? 0 : tripCount,
    ...(isMovement || sold.length === 0 ? {} : { sold: [...sold] }),
  };
}

/** The way to a payment and its receipt, from a ticket, refund or late collection that belongs to it. */
export function presentChargedPayment(charged: ChargedPayment | undefined): PaymentDetail['refundOf'] {
  if (charged === undefined) return null;
  const { payment, bank } = charged;
  const money = moneyOf(payment);
  return {
    id: payment.payment_id,
    openedAt: isoInstant(payment.opened_at),
    status: shownStatus(money, bank),
    receiptAvailable: isReceiptAvailable(money, bank),
  };
}
