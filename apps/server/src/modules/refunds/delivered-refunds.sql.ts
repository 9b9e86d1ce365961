/**
 * Leaves out the movements (`credit`) of refunds of ours, also as a delivery has them: there we know the amount of each trip. A refund of ours
 * whose money came back to the bank counts as nothing, even if a delivery still names it. While a refund of ours is under way, or the bank gave
 * back another currency, the movements of its payment are unknown: one of them may be that refund.
 */
export const ofOthers = `where not exists (
        select from refunds as own
        where own.medium_id = credit.medium_id
          and own.srid = credit.srid
          and (
            own.closed_at is null
            or own.state = 'refunded' and own.given_currency is not null
            or credit.settlement_id in (own.refund_id, own.delivered_id)
          )
      )`;

/** What {@link shareOfTrip} compares beside a fare: of all trips (`trip`) of its payment, which are the rows of this window. */
export const faresOfPayment = (window: string) => `count(*) filter (where trip.fare_minor <> 0) over ${window} as trips,
      sum(trip.fare_minor) over ${window} as fares_minor, min(trip.fare_minor) over ${window} as least_minor,
      min(trip.currency) over ${window} <> max(trip.currency) over ${window} as is_mixed`;

/** Joins what a refund of ours (`own`, `given`) gave back of a trip (`trip`), if it was done: a trip has one at most. */
export const withOwnOfTrip = `left join refund_trips as given on given.medium_id = trip.medium_id
      and given.trip_id = trip.trip_id
      and not given.is_void
    left join refunds as own on own.medium_id = given.medium_id
      and own.refund_id = given.refund_id
      and own.state = 'refunded'
      and own.given_currency is null
      and own.currency = trip.currency`;
export const ownOfTrip = 'case when own.refund_id is null then 0 else given.amount_minor end';

/** The refunded amount of a trip (`fare`) of a payment that had money back from others than us (`refunded_minor`), and maybe from us. */
const refundOfTrip = `case
        when fare.least_minor < 0 or fare.is_mixed or fare.refunded_minor = 0 then fare.own_minor
        when fare.currency <> fare.charged_currency
          then case when fare.refunded_minor = fare.charged_minor then fare.fare_minor else fare.own_minor end
        when fare.refunded_minor + fare.all_own_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
        when fare.trips = 1 and fare.charged_minor <= fare.fare_minor
          then greatest(fare.own_minor, least(fare.own_minor + fare.refunded_minor, fare.fare_minor))
        else fare.own_minor
      end`;

/**
 * The refunded amount of a trip (`fare`) of a payment. It needs `charged_minor`, `charged_currency` and `refunded_minor` of the payment, {@link faresOfPayment}, and
 * of refunds of ours `own_minor` and `all_own_minor`. A refund of ours names its trips. A delivery names only the payment, so its share is known
 * when all that was charged was refunded, or when the payment is nothing but one trip that cost something. What was charged beyond the fares is
 * a ticket, or too much. Fares of two currencies have no sum, so no share is known. Fares in another currency than the charge have a share only if all was refunded:
 * nothing converts a part. A negative fare is itself a refund: it gets nothing, and the
 * share of each other fare beside it is unknown.
 */
export const shareOfTrip = `nullif(${refundOfTrip}, 0)`;

/** The reason of that amount: that of our refund if it is all. */
export const reasonOfShare = `case when fare.own_minor > 0 and fare.own_minor = ${refundOfTrip} then fare.own_reason end`;
