import type { PublicReceipt } from '@tapfolio/contracts/receipts.ts';
import { isoInstantOrNull } from '../../lib/iso-instant.ts';
import type { PaymentRow } from '../travel/payment.sql.ts';
import { type FactsOfPayments, isReceiptAvailable, isRefund, shownStatus } from '../travel/payment-facts.service.ts';
import type { Operators } from '../travel/timetable-names.ts';

/** What the holder of a statement line may see of its payment: the money, and no place, no time and nothing of the card (RCPT-03). */
export function presentPublicReceipt(
  payment: PaymentRow & { srid: string },
  facts: FactsOfPayments,
  operators: Operators,
): PublicReceipt {
  const { srid, currency } = payment;
  const bank = facts.bankOf(srid);
  return {
    srid,
    serviceDay: payment.service_day,
    timeZone: operators.timeZone(payment.operator_code),
    closedAt: isoInstantOrNull(payment.closed_at),
    reason: payment.reason,
    method: payment.method,
    status: shownStatus(payment, bank),
    due: { amountMinor: payment.due_minor, currency },
    paid: { amountMinor: payment.paid_minor, currency },
    refunds: facts
      .movesOf(srid)
      .filter(isRefund)
      .map((move) => ({
        at: isoInstantOrNull(move.requested_at),
        amount: { amountMinor: move.amount_minor, currency },
      })),
    tripCount: facts.tripsOf(srid),
    available: isReceiptAvailable(payment, bank),
  };
}
