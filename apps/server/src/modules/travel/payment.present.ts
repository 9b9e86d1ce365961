import type { PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import { type BankAnswer, shownStatus } from './moved-money.service.ts';
import type { PaymentRow } from './payment.sql.ts';
import type { Operators } from './timetable-names.ts';

/** What is known of a payment besides its row. */
export interface PaymentFacts {
  readonly bank: BankAnswer;
  readonly tripCount: number;
  readonly operators: Operators;
}

/** A payment as histories and overviews show it. */
export function presentPayment(row: PaymentRow, { bank, tripCount, operators }: PaymentFacts): PaymentSummary {
  const money = (amountMinor: number): MoneyDto => ({ amountMinor, currency: row.currency });
  const isRefund = row.reason === 'refund';
  // What it pays stands in the history already, as what was due of the unpaid payment.
  const isRecovery = row.reason === 'debt_recovery';
  return {
    id: row.payment_id,
    openedAt: isoInstant(row.opened_at),
    closedAt: isoInstantOrNull(row.closed_at),
    serviceDay: row.service_day,
    timeZone: operators.timeZone(row.operator_code),
    reason: row.reason,
    due: money(row.due_minor),
    paid: money(row.paid_minor),
    total: money(isRefund ? row.paid_minor : isRecovery ? 0 : row.due_minor),
    refunded:
      isRefund || isRecovery || bank.refunds === 0
        ? null
        : { amount: money(bank.refundedMinor), count: bank.refunds, lastAt: isoInstantOrNull(bank.refundedAt) },
    method: row.method,
    status: shownStatus(row, bank),
    srid: row.srid,
    tripCount: isRecovery ? 0 : tripCount,
  };
}
