import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { creditReason } from '@tapfolio/domain/refund-reasons.ts';
import { awaitedPaymentStatuses } from '@tapfolio/domain/states.ts';
import type { T } from '../../lib/i18n.ts';
import type { Formats } from '../../lib/use-formats.ts';
import { doubtText } from '../../passenger/doubtful-trips.ts';
import { mayGetPayment } from '../../passenger/may-get-payment.ts';
import { unusualFareText } from '../../passenger/trip-reason.ts';
import type { Subject } from './subject.ts';

/** A sentence that may answer the question. `isExplained` if “Why this amount?” says more. */
export type Known = { readonly id: string; readonly text: string; readonly isExplained?: boolean };

/** What the details tell already, if it is true: what most passengers would ask. */
export function knownAbout(subject: Subject, t: T, formats: Formats): readonly Known[] {
  const lines = subject.kind === 'trip' ? ofTrip(subject, t, formats) : ofPayment(subject.payment, t, formats);
  return lines.flatMap((line) => line || []);
}

type TripSubject = Extract<Subject, { kind: 'trip' }>;
type Lines = readonly (Known | false | null)[];

function ofTrip({ trip, doubt }: TripSubject, t: T, formats: Formats): Lines {
  const { money } = formats;
  const { status, refund, fare, fareReason, srid, startedAt, timeZone } = trip;
  const reason = unusualFareText(fare, fareReason, t);
  // A credit lowered the fare before it was charged: no bank shows it.
  const isRefunded = refund !== null && refund.reason !== creditReason;
  return [
    isRefunded && { id: 'refunded', text: t('questions.knownRefunded', { amount: money(refund.amount) }) },
    doubt !== undefined && { id: 'doubt', text: doubtText(doubt, timeZone, t, formats) },
    // What looks wrong says more.
    status !== 'calculated' && doubt === undefined && { id: 'status', text: t(`trips.statusHelp_${status}`) },
    srid === null && mayGetPayment(startedAt) && { id: 'uncharged', text: t('trips.paymentNone') },
    // Of a missing tap the status says it.
    reason !== null &&
      status !== 'fallback' && { id: 'fare', text: t('questions.knownFare', { reason }), isExplained: true },
  ];
}

function ofPayment(payment: PaymentDetail, t: T, { money, shortDay }: Formats): Lines {
  const { status, reason, refunded, writtenOff, tripCount, trips, alsoCollected } = payment;
  const isRefund = reason === 'refund';
  const isCheaper = trips.some(({ price, fareReason }) => unusualFareText(price, fareReason, t) !== null);
  return [
    refunded && { id: 'refunded', text: t('questions.knownRefunded', { amount: money(refunded.amount) }) },
    isRefund && awaitedPaymentStatuses.includes(status) && { id: 'coming', text: t('questions.knownRefundComing') },
    !isRefund && status !== 'accepted' && { id: 'status', text: t(`payments.statusHelp_${status}`) },
    writtenOff && { id: 'writtenOff', text: t('questions.knownWrittenOff', { amount: money(writtenOff) }) },
    ...alsoCollected.map(({ paymentId, serviceDay }) => ({
      id: paymentId,
      text: t('payments.alsoCollected', { date: shortDay(serviceDay) }),
    })),
    !isRefund &&
      tripCount > 1 && {
        id: 'sum',
        text: t('questions.knownSum', { count: tripCount }),
        // The next sentence leads there.
        isExplained: !isCheaper,
      },
    !isRefund && isCheaper && { id: 'cheaper', text: t('questions.knownCheaper'), isExplained: true },
  ];
}
