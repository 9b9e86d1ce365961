import type { PaymentDetail, PaymentSummary } from '@tapfolio/contracts/payments.ts';
import type { MoneyDto } from '@tapfolio/contracts/shared.ts';
import { withoutRepetitions } from '@tapfolio/domain/bank-charges.ts';
import { isoInstant, isoInstantOrNull } from '../../lib/iso-instant.ts';
import { type BankAnswer, type Move, shownStatus } from './moved-money.service.ts';
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

type Charges = PaymentDetail['charges'];

/** The movements of a payment at the bank, weighed against what was paid of it. */
export function presentCharges(row: PaymentRow, moves: readonly Move[]): Charges {
  if (row.reason === 'debt_recovery') return [presentRecovery(row)];
  const { currency, paid_minor: paidMinor } = row;
  const charges: Charges = moves.map(({ requested_at: at, direction, kind, amount_minor: amountMinor, approved }) => ({
    at: isoInstantOrNull(at),
    direction,
    kind,
    amount: { amountMinor, currency },
    approved,
  }));
  return withoutRepetitions(charges, paidMinor);
}

/** We had the bank collect it ourselves; the movements under the reference are those of the unpaid payment. */
function presentRecovery({ opened_at: at, paid_minor, currency }: PaymentRow): Charges[number] {
  const amount = { amountMinor: paid_minor, currency };
  return { at: isoInstant(at), direction: 'debit', kind: 'debt_recovery', amount, approved: true };
}
