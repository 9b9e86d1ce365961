/**
 * Leaves out the delivered refunds (`credit`) of payments that have a refund of ours, done or under way: there we
 * know the amount of each trip. A refund of ours whose money came back to the bank counts as nothing, even if a delivery still names it.
 */
export const ofOthers = `where not exists (
        select from refunds as own
        where own.medium_id = credit.medium_id
          and own.srid = credit.srid
          and (own.closed_at is null or own.state = 'refunded' or own.delivered_id = credit.settlement_id)
      )`;

/** What {@link shareOfTrip} compares beside a fare: of all trips (`trip`) of its payment, which are the rows of this window. */
export const faresOfPayment = (window: string) => `count(*) filter (where trip.fare_minor <> 0) over ${window} as trips,
      sum(trip.fare_minor) over ${window} as fares_minor, min(trip.fare_minor) over ${window} as least_minor,
      min(trip.currency) over ${window} <> max(trip.currency) over ${window} as is_mixed`;

/**
 * The refunded amount of a trip (`fare`) of a payment, which needs `charged_minor` and `refunded_minor` of that and {@link faresOfPayment}. Such a delivery names only the payment, so the amount is known when all that was
 * charged was refunded, or when the payment is nothing but one trip that cost something. What was charged beyond the fares is a ticket, or too
 * much. Fares of two currencies have no sum, so no share is known. A negative fare is itself a refund: it gets nothing, and the share of each
 * other fare beside it is unknown.
 */
export const shareOfTrip = `nullif(case
      when fare.least_minor < 0 or fare.is_mixed then 0
      when fare.refunded_minor = greatest(fare.charged_minor, fare.fares_minor) then fare.fare_minor
      when fare.trips = 1 and fare.charged_minor <= fare.fare_minor then least(fare.refunded_minor, fare.fare_minor)
      else 0
    end, 0)`;
