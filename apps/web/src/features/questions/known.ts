import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { addUp, type Money } from '@tapfolio/domain/money.ts';
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

/**
 * What is known already, if it is true: what most passengers would ask.
 * @param ofTrip the payment of the trip, if there is one and it could be read: a bank gives back payments, and no trips
 */
export function knownAbout(subject: Subject, t: T, formats: Formats, ofTrip?: PaymentDetail): readonly Known[] {
  const lines =
    subject.kind === 'trip' ? aboutTrip(subject, ofTrip, t, formats) : aboutPayment(subject.payment, t, formats);
  return lines.flatMap((line) => line || []);
}

type TripSubject = Extract<Subject, { kind: 'trip' }>;
type Lines = readonly (Known | false | null)[];

function aboutTrip({ trip, doubt }: TripSubject, payment: PaymentDetail | undefined, t: T, formats: Formats): Lines {
  const { money } = formats;
  const { status, refund, fare, fareReason, srid, startedAt, timeZone } = trip;
  const reason = unusualFareText(fare, fareReason, t);
  // A credit lowered the fare before it was charged: no bank shows it.
  const isRefunded = refund !== null && refund.reason !== creditReason;
  return [
    isRefunded && { id: 'refunded', text: t('questions.knownRefunded', { amount: money(refund.amount) }) },
    // A refund of the trip is part of what the payment was given back.
    ...(isRefunded || !payment ? [] : givenBack(payment)).map((amount) => ({
      id: amount.currency,
      text: t('questions.knownGivenBack', { amount: money(amount) }),
    })),
    doubt !== undefined && { id: 'doubt', text: doubtText(doubt, timeZone, t, formats) },
    // What looks wrong says more.
    status !== 'calculated' && doubt === undefined && { id: 'status', text: t(`trips.statusHelp_${status}`) },
    srid === null && mayGetPayment(startedAt) && { id: 'uncharged', text: t('trips.paymentNone') },
    // Of a missing tap the status says it.
    reason !== null &&
      status !== 'fallback' && { id: 'fare', text: t('questions.knownFare', { reason }), isExplained: true },
  ];
}

/** What came back to the card of a payment, by a refund or a chargeback: an amount for each currency. */
function givenBack({ due, refunded, charges }: PaymentDetail): readonly Money[] {
  const others = charges.filter(
    ({ direction, approved, amount }) => direction === 'credit' && approved && amount.currency !== due.currency,
  );
  return addUp([...(refunded ? [refunded.amount] : []), ...others.map(({ amount }) => amount)]);
}

function aboutPayment(payment: PaymentDetail, t: T, { money, shortDay }: Formats): Lines {
  const { status, reason, writtenOff, tripCount, trips, alsoCollected } = payment;
  const isRefund = reason === 'refund';
  const isCheaper = trips.some(({ price, fareReason }) => unusualFareText(price, fareReason, t) !== null);
  return [
    ...(isRefund ? [] : givenBack(payment)).map((amount) => ({
      id: amount.currency,
      text: t('questions.knownRefunded', { amount: money(amount) }),
    })),
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
