import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { refundStates } from '@tapfolio/domain/refund-states.ts';
import { type ResultRow, selectList, statement } from '../../lib/sql.ts';
import { arrayOf, bigint, character, instant, notNull, nullable, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { bankTryStatements } from '../bank-tries/bank-tries.sql.ts';
import { deliveredChargeback } from './chargeback.sql.ts';
import {
  faresOfPayment,
  ofOthers,
  ownOfTrip,
  reasonOfShare,
  shareOfTrip,
  withOwnOfTrip,
} from './delivered-refunds.sql.ts';

const columns = {
  refund_id: uuid,
  operator_code: text,
  srid: text,
  amount_minor: bigint,
  currency: character,
  payment_id: uuid,
  opened_at: instant,
};

/** The lease of a refund; see `bankTryStatements`. */
export const refundTries = bankTryStatements({
  table: 'refunds',
  id: 'refund_id',
  isOpen: 'closed_at is null',
  // Null in a refund that an older release stored.
  columns: { ...columns, refunded_before_minor: nullable(bigint) },
});

/** Changes the state of a refund, only from the states that the table of states allows. */
export const changeRefundState = statement({
  name: 'refunds.changeState',
  values: { mediumId: uuid, refundId: uuid, before: arrayOf(oneOf(refundStates)), next: oneOf(refundStates) },
  row: { refund_id: uuid },
  text: `update refunds
  set state = $next
  where medium_id = $mediumId and refund_id = $refundId and state = any($before)
  returning refund_id`,
});

/**
 * The same for a state that ends the refund, with the bank's answer. While the bank was asked, the refund kept the reference that the
 * bank was told: now it gets the one that a delivery has given its payment meanwhile.
 */
export const closeRefund = statement({
  name: 'refunds.close',
  values: {
    mediumId: uuid,
    refundId: uuid,
    before: arrayOf(oneOf(refundStates)),
    next: oneOf(refundStates),
    declineCode: nullable(oneOf(declineCodes)),
    bankReference: nullable(text),
    givenMinor: nullable(bigint),
    givenCurrency: nullable(character),
  },
  row: { ...columns, reason: text, given_currency: nullable(character) },
  text: `update refunds
  set state = $next,
    amount_minor = case when $givenCurrency = currency then $givenMinor else amount_minor end,
    given_minor = case when $givenCurrency <> currency then $givenMinor else given_minor end,
    given_currency = case when $givenCurrency <> currency then $givenCurrency else given_currency end,
    decline_code = $declineCode,
    bank_reference = coalesce($bankReference, bank_reference),
    srid = case when closed_at is null then coalesce((
      select payment.srid
      from payments as payment
      where payment.medium_id = $mediumId
        and payment.opened_at = refunds.opened_at
        and payment.payment_id = refunds.payment_id
    ), srid) else srid end,
    closed_at = now(),
    lease_until = null
  where medium_id = $mediumId and refund_id = $refundId and state = any($before)
  returning ${selectList(columns)}, reason, given_currency`,
});

export type ClosedRefund = ResultRow<typeof closeRefund>;

/** A chargeback that was delivered of the payment of a statement reference. */
export const findChargeback = statement({
  name: 'refunds.findChargeback',
  values: { mediumId: uuid, srid: text },
  row: { chargeback_id: uuid },
  text: `select chargeback_id ${deliveredChargeback('$mediumId', '$srid')} limit 1`,
});

/** Whether a delivery has given the payment of a refund another currency. */
export const findOtherCurrency = statement({
  name: 'refunds.findOtherCurrency',
  values: { mediumId: uuid, openedAt: instant, paymentId: uuid, currency: character },
  row: { currency: character },
  text: `select currency
  from payments
  where medium_id = $mediumId and opened_at = $openedAt and payment_id = $paymentId and currency <> $currency`,
});

/** The statement reference of a refund, which is read before the refunds of that reference are locked. */
export const findRefundReference = statement({
  name: 'refunds.findReferenceOf',
  values: { mediumId: uuid, refundId: uuid },
  row: { srid: text },
  text: 'select srid from refunds where medium_id = $mediumId and refund_id = $refundId',
});

/** What the bank gave back between two instants. Reads all media. */
export const listDoneRefunds = statement({
  name: 'refunds.listDone',
  values: { from: instant, before: instant },
  row: {
    refund_id: uuid,
    amount_minor: notNull(bigint, 'what was asked for is never null'),
    currency: notNull(character, 'what was asked for is never null'),
  },
  text: `select refund_id, coalesce(given_minor, amount_minor) as amount_minor, coalesce(given_currency, currency) as currency
  from refunds
  where state = 'refunded' and closed_at >= $from and closed_at < $before`,
});

/** Frees the trips of a refund that gave nothing back: they may have another refund. */
export const voidTrips = statement({
  name: 'refunds.voidTrips',
  values: { mediumId: uuid, refundId: uuid },
  text: 'update refund_trips set is_void = true where medium_id = $mediumId and refund_id = $refundId',
});

/** Stores what each trip got back where the bank gave another amount than was asked for. */
export const changeRefundTrips = statement({
  name: 'refunds.changeTrips',
  values: { mediumId: uuid, refundId: uuid, tripIds: arrayOf(uuid), amounts: arrayOf(bigint) },
  text: `update refund_trips given
  set amount_minor = share.amount_minor
  from unnest($tripIds::uuid[], $amounts::bigint[]) as share (trip_id, amount_minor)
  where given.medium_id = $mediumId and given.refund_id = $refundId and given.trip_id = share.trip_id`,
});

/** Frees the trips of which the bank gave nothing back: all but these. */
export const deleteOtherTrips = statement({
  name: 'refunds.deleteOtherTrips',
  values: { mediumId: uuid, refundId: uuid, tripIds: arrayOf(uuid) },
  text: 'delete from refund_trips where medium_id = $mediumId and refund_id = $refundId and trip_id <> all($tripIds)',
});

/** Takes back the trips that no other refund has taken. */
export const reclaimTrips = statement({
  name: 'refunds.reclaimTrips',
  values: { mediumId: uuid, refundId: uuid },
  text: `update refund_trips given
  set is_void = false
  where given.medium_id = $mediumId
    and given.refund_id = $refundId
    and not exists (
      select from refund_trips other
      where other.medium_id = given.medium_id and other.trip_id = given.trip_id and not other.is_void
    )`,
});

/** A trip of this refund that another refund has taken. */
export const findVoidTrip = statement({
  name: 'refunds.findVoidTrip',
  values: { mediumId: uuid, refundId: uuid },
  row: { trip_id: uuid },
  text: `select trip_id from refund_trips where medium_id = $mediumId and refund_id = $refundId and is_void limit 1`,
});

/** The trips of a refund between two instants. */
const ofRefund = `from refund_trips given
  where given.medium_id = $mediumId
    and given.refund_id = $refundId
    and not given.is_void
    and trips.medium_id = $mediumId
    and trips.trip_id = given.trip_id
    and trips.started_at >= $from
    and trips.started_at <= $to`;

/** Writes at each trip of a refund what it gave back and why. A delivery may have given a trip another currency since the bank was asked. */
export const markTrips = statement({
  name: 'refunds.markTrips',
  values: { mediumId: uuid, refundId: uuid, reason: text, currency: character, from: instant, to: instant },
  text: `update trips
  set refund_minor = given.amount_minor, refund_reason = $reason
  ${ofRefund}
    and trips.currency = $currency`,
});

/** Removes from the trips of a refund what it had written there. */
export const unmarkTrips = statement({
  name: 'refunds.unmarkTrips',
  values: { mediumId: uuid, refundId: uuid, reason: text, from: instant, to: instant },
  text: `update trips
  set refund_minor = null, refund_reason = null
  ${ofRefund}
    and trips.refund_minor = given.amount_minor
    and trips.refund_reason = $reason`,
});

/**
 * Writes at the trips of a payment, between two instants, the refunds that were not ours, with what ours gave back of them. `chargedMinor` is 0 if
 * it is not known; its currency is that of the payment.
 */
export const markTripsOfOthers = statement({
  name: 'refunds.markTripsOfOthers',
  values: { mediumId: uuid, srid: text, chargedMinor: bigint, currency: character, from: instant, to: instant },
  text: `update trips
  set refund_minor = ${shareOfTrip}, refund_reason = ${reasonOfShare}
  from (
    select trip.started_at, trip.trip_id, trip.fare_minor, trip.currency, others.refunded_minor,
      $chargedMinor::bigint as charged_minor, $currency::char(3) as charged_currency,
      own.reason as own_reason, ${ownOfTrip} as own_minor, sum(${ownOfTrip}) over () as all_own_minor,
      ${faresOfPayment('()')}
    from trips as trip
    cross join (
      select coalesce(sum(credit.amount_minor) filter (where credit.approved), 0)::bigint as refunded_minor
      from settlements as credit
      ${ofOthers}
        and credit.medium_id = $mediumId
        and credit.srid = $srid
        and credit.kind = 'refund'
      having count(*) > 0
    ) as others
    ${withOwnOfTrip}
    where trip.medium_id = $mediumId
      and trip.srid = $srid
      and trip.started_at >= $from
      and trip.started_at <= $to
  ) as fare
  where trips.medium_id = $mediumId
    and trips.started_at = fare.started_at
    and trips.started_at >= $from
    and trips.started_at <= $to
    and trips.trip_id = fare.trip_id
    and (trips.refund_reason is null or fare.own_minor > 0)
    and (trips.refund_minor, trips.refund_reason) is distinct from (${shareOfTrip}, ${reasonOfShare})`,
});
