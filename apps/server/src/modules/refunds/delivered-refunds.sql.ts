/**
 * Leaves out of delivered refunds (`credit`) those of payments with a refund of ours that is done or under way: there we know of each trip
 * what it got back. One of ours that came back to the bank gave nothing, also where a delivery still tells of it.
 */
export const ofOthers = `left join refunds as own on own.medium_id = credit.medium_id
        and own.srid = credit.srid
        and (own.closed_at is null or own.state = 'refunded' or own.delivered_id = credit.settlement_id)
      where own.refund_id is null`;

/**
 * What a trip (`fare`) of a payment got back. A delivery of this kind names the payment alone, so it is known where the payment has one
 * trip, and where all of its fares were given back. A fare below zero is itself money back: it got none, and what the others beside it
 * got nobody can tell.
 */
export const shareOfTrip = `nullif(case
      when fare.least_minor < 0 then 0
      when fare.trips = 1 then least(fare.refunded_minor, fare.fare_minor)
      when fare.refunded_minor = fare.fares_minor then fare.fare_minor
      else 0
    end, 0)`;
