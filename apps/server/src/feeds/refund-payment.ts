import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import type { Operator } from '../config/config.operator.ts';
import type { PaymentRecord, SettlementRecord } from './writer/canonical.ts';

/** A refund is also a line of the payment history: nothing due, and a negative amount paid. */
export function refundPayment(
  settlement: SettlementRecord,
  operator: Pick<Operator, 'code' | 'currency' | 'timeZone' | 'dayCut'>,
  openedAt: string,
): PaymentRecord {
  return {
    origin: settlement.origin,
    line: settlement.line,
    paymentId: settlement.settlementId,
    mediumId: settlement.mediumId,
    operatorCode: operator.code,
    openedAt,
    closedAt: settlement.requestedAt,
    srid: settlement.srid,
    reason: 'refund',
    method: 'emv',
    status: 'accepted',
    dueMinor: 0,
    paidMinor: -settlement.amountMinor,
    debtPaidMinor: 0,
    currency: operator.currency,
    serviceDay: serviceDayOf(openedAt, operator),
  };
}
