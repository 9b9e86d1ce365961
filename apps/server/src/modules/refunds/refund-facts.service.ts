import { shownStatus } from '@tapfolio/domain/judged-payment.ts';
import type { RefundFacts, RefundWish } from '@tapfolio/domain/refund-rules.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { isoInstant } from '../../lib/iso-instant.ts';
import type { Db } from '../../lib/sql.ts';
import { moneyOf, readMovedMoney } from '../travel/moved-money.service.ts';
import type { PaymentKey } from '../travel/payment-facts.service.ts';
import { findRefundablePayment, findTripsOfMedium, listTripsOfPayment, sumRefunds } from './refund-facts.queries.ts';
import { tripsAround } from './refund-window.ts';
import { mayBeChargedBack } from './waiting-chargebacks.service.ts';

/** A payment by its statement reference. */
export type RefundPlace = PaymentKey & { readonly srid: string };

/**
 * What the rules of refunds judge of a payment, of its trips and of the trips that are wished for, at one moment.
 * @throws AppError `PS0002` when the payment is not there any more.
 */
export async function readFacts(db: Db, place: RefundPlace, wish: Pick<RefundWish, 'trips'>): Promise<RefundFacts> {
  const { medium_id: mediumId, payment_id: paymentId, opened_at: openedAt, srid } = place;
  const [delivered] = await findRefundablePayment(db, { mediumId, openedAt, paymentId });
  assertThat(delivered !== undefined, 'PS0002');
  const named = { ...delivered, srid };
  const money = await readMovedMoney(db, mediumId, [named]);
  const payment = money.standing(named);
  const window = tripsAround(mediumId, payment.opened_at, payment.closed_at);
  const trips = await listTripsOfPayment(db, { mediumId, srid, ...window });
  const known = new Set(trips.map(({ trip_id: tripId }) => tripId));
  const strangers = (wish.trips ?? []).map(({ tripId }) => tripId).filter((tripId) => !known.has(tripId));
  const others = strangers.length === 0 ? [] : await findTripsOfMedium(db, { mediumId, tripIds: strangers });
  const { currency } = payment;
  const [sum] = await sumRefunds(db, { mediumId, paymentId, srid, currency });
  const isPerhapsChargedBack = await mayBeChargedBack(db, { mediumId, srid, currency, openedAt });
  return {
    payment: {
      operatorCode: payment.operator_code,
      reason: payment.reason,
      method: payment.method,
      status: shownStatus(moneyOf(payment), money.bankOf(srid)),
      paidMinor: payment.paid_minor,
      currency,
      openedAt: new Date(isoInstant(payment.opened_at)),
    },
    trips: trips.map((trip) => ({
      tripId: trip.trip_id,
      status: trip.status,
      fareMinor: trip.fare_minor,
      currency: trip.currency,
      isRefunded: trip.is_refunded,
    })),
    otherTripIds: others.map(({ trip_id: tripId }) => tripId),
    refundedMinor: sum?.refunded_minor ?? 0,
    isRefundedInOtherCurrency: sum?.has_other_currency === true,
    isBeingRefunded: payment.is_being_refunded,
    isBeingCollected: payment.is_being_collected,
    isChargedBack: payment.is_charged_back,
    isPerhapsChargedBack,
    now: new Date(isoInstant(payment.now)),
  };
}
