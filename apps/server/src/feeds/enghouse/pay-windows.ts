import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import type { PaymentStatus } from '@tapfolio/domain/states.ts';
import type { Operator } from '../../config/config.operator.ts';
import type { Entity } from '../delimited-format.ts';
import { windowPiece } from '../littlepay/windows.ts';
import { amountMinor, fieldReader, instant, optionalAmountMinor, required, requiredInstant } from '../text/values.ts';

const needed = [
  'id',
  'token',
  'amount_settled',
  'amount_to_settle',
  'stage',
  'payment_reference',
  'open_date',
] as const;
const others = ['debt_settled', 'close_date', 'operator_id'] as const;

/** `pw`: what a card is charged for one day. Amounts are cents, as in `tr` (checked on real files). */
export const payWindows: Entity = {
  name: 'pay windows',
  kind: 'payments',
  required: needed,

  reader(header, context) {
    const read = fieldReader(header, [...needed, ...others]);
    return (fields, line, chunk) => {
      const operatorId = read(fields, 'operator_id');
      const operator = context.operator(operatorId);
      if (!context.isMoneyFrom('enghouse', operator)) return;
      const stage = read(fields, 'stage');
      const dueMinor = amountMinor(read(fields, 'amount_to_settle'), 'amount_to_settle');
      const debtPaidMinor = optionalAmountMinor(read(fields, 'debt_settled'), 'debt_settled');
      const settledMinor = optionalAmountMinor(read(fields, 'amount_settled'), 'amount_settled');
      const isContained = holdsDebt({ dueMinor, settledMinor, debtPaidMinor });
      const paidMinor = isContained ? settledMinor : settledMinor + debtPaidMinor;
      if (isContained) context.note('debt_settled is contained in amount_settled; counted once');
      const openedAt = requiredInstant(read(fields, 'open_date'), 'open_date', context.years);
      const status = statusOf(stage, dueMinor, paidMinor);
      if (status === 'pending')
        context.note('closed window with something due and nothing settled; counted as pending');
      if (status === 'corrupted')
        context.note(`stage ${stage?.slice(0, 50) ?? '(none)'} is unknown; counted as corrupted`);
      const id = required(read(fields, 'id'), 'id');
      const srid = context.reference(read(fields, 'payment_reference'));
      const paymentId = context.id('payment', operatorId, id);
      const mediumId = context.mediumId(required(read(fields, 'token'), 'token'));
      if (srid !== null) chunk.paymentOwners.push({ line, paymentId, mediumId, srid });
      chunk.payments.push({
        line,
        paymentId,
        mediumId,
        operatorCode: operator.code,
        openedAt,
        closedAt: instant(read(fields, 'close_date'), 'close_date', context.years),
        srid,
        reason: 'trip',
        method: 'emv',
        status,
        dueMinor,
        paidMinor,
        debtPaidMinor,
        currency: operator.currency,
        serviceDay: dayOfWindow(openedAt, operator),
      });
      // Littlepay delivers the same travel.
      if (operator.moneyFrom === 'enghouse' && srid !== null)
        chunk.pieces.push(windowPiece(context, { line, participant: operatorId, id, reference: srid }));
    };
  },
};

/**
 * Windows open with the first tap or, in some deliveries, at midnight of their day: a midnight names the day that
 * begins there, not the night before, also before the day cut. Taps of the window correct it when they are known.
 */
function dayOfWindow(openedAt: string, operator: Operator): string {
  const day = serviceDayOf(openedAt, { timeZone: operator.timeZone, dayCut: '00:00' });
  const justBefore = new Date(Date.parse(openedAt) - 1000).toISOString();
  const isMidnight = serviceDayOf(justBefore, { timeZone: operator.timeZone, dayCut: '00:00' }) !== day;
  return isMidnight ? day : serviceDayOf(openedAt, operator);
}

/**
 * Some back offices deliver what was recovered beside what was settled, others within it. No passenger pays more than was due,
 * so if both together are more and `amount_settled` alone is not, it is within. What is more than `amount_settled` is not within it: then the
 * bank took too much.
 */
function holdsDebt(window: { dueMinor: number; settledMinor: number; debtPaidMinor: number }): boolean {
  const { dueMinor, settledMinor, debtPaidMinor } = window;
  const mayBeWithin = debtPaidMinor > 0 && debtPaidMinor <= settledMinor;
  return mayBeWithin && settledMinor <= dueMinor && settledMinor + debtPaidMinor > dueMinor;
}

function statusOf(stage: string | null, dueMinor: number, paidMinor: number): PaymentStatus {
  switch (stage?.toLowerCase()) {
    case 'open':
    case 'noauthdone':
      return 'open';
    case 'closed':
      // Closed means collected; where nothing was, the answer of the bank is still to come.
      if (paidMinor <= 0) return dueMinor > 0 ? 'pending' : 'none';
      return 'accepted';
    case 'debt':
    case 'debtfinal':
      // The fare may have been recovered since, or lowered to what was paid: then nothing is missing, whatever the stage says.
      if (paidMinor < dueMinor) return 'payment_error';
      return paidMinor > 0 ? 'accepted' : 'none';
    default:
      return 'corrupted';
  }
}
