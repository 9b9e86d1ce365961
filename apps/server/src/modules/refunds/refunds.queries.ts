import { declineCodes } from '@tapfolio/domain/decline-codes.ts';
import { refundStates } from '@tapfolio/domain/refund-states.ts';
import { leastId } from '../../lib/keyset.ts';
import { type ResultRow, selectList, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  character,
  instant,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { deliveredChargeback } from './chargeback.sql.ts';
import { faresOfPayment, shareOfTrip } from './delivered-refunds.sql.ts';

/** What is known of every refund from its start. */
const refundValues = {
  mediumId: uuid,
  refundId: uuid,
  paymentId: uuid,
  openedAt: instant,
  operatorCode: text,
  srid: text,
  amountMinor: bigint,
  currency: character,
  attemptKey: uuid,
};

/** Stores a new refund. No row when another refund of the same payment is under way. */
export const insertRefund = statement({
  name: 'refunds.insert',
  values: { ...refundValues, reason: text, askedBy: uuid, refundedBeforeMinor: bigint },
  row: { requested_at: instant },
  text: `insert into refunds
    (medium_id, refund_id, payment_id, opened_at, operator_code, srid, reason, amount_minor, currency, state, attempt_key,
    asked_by, refunded_before_minor, requested_at, next_at)
  values
    ($mediumId, $refundId, $paymentId, $openedAt, $operatorCode, $srid, $reason, $amountMinor, $currency, 'requested',
    $attemptKey, $askedBy, $refundedBeforeMinor, now(), now())
  on conflict do nothing
  returning requested_at`,
});

/**
 * Writes down a refund that an older database, restored from a backup, does not know. Who requested it and why is lost too. It counts as
 * refused until the bank's proof is applied.
 */
export const insertRecalledRefund = statement({
  name: 'refunds.insertRecalled',
  values: { ...refundValues, requestedAt: instant },
  text: `insert into refunds
    (medium_id, refund_id, payment_id, opened_at, operator_code, srid, reason, amount_minor, currency, state, attempt_key,
    asked_by, requested_at, next_at, closed_at)
  values
    ($mediumId, $refundId, $paymentId, $openedAt, $operatorCode, $srid, 'other', $amountMinor, $currency, 'declined',
    $attemptKey, '${leastId}', $requestedAt, now(), now())
  on conflict do nothing`,
});

/**
 * The trips of such a refund, as far as they are certain: which were named is lost, so it is known only of a payment that is one trip, and when
 * all that was charged was refunded. They are free until the bank's proof is applied; a trip that another refund has keeps that one.
 */
export const insertRecalledTrips = statement({
  name: 'refunds.insertRecalledTrips',
  values: {
    mediumId: uuid,
    refundId: uuid,
    srid: text,
    chargedMinor: bigint,
    amountMinor: bigint,
    currency: character,
    from: instant,
    to: instant,
  },
  text: `insert into refund_trips (medium_id, refund_id, trip_id, amount_minor, requested_at, is_void)
  select $mediumId, $refundId, fare.trip_id, ${shareOfTrip}, now(), true
  from (
    select trip.trip_id, trip.fare_minor, trip.currency, $amountMinor::bigint as refunded_minor,
      $chargedMinor::bigint as charged_minor, $currency::char(3) as charged_currency, 0 as own_minor, 0 as all_own_minor,
      ${faresOfPayment('()')}
    from trips as trip
    where trip.medium_id = $mediumId
      and trip.srid = $srid
      and trip.started_at >= $from
      and trip.started_at <= $to
  ) as fare
  where ${shareOfTrip} is not null
    and fare.currency = $currency
    and not exists (
      select from refund_trips other
      where other.medium_id = $mediumId and other.trip_id = fare.trip_id and not other.is_void
    )
  on conflict do nothing`,
});

/** Stores what each trip gets back. Fewer rows than trips when one of them has a refund already. */
export const insertRefundTrips = statement({
  name: 'refunds.insertTrips',
  values: { mediumId: uuid, refundId: uuid, tripIds: arrayOf(uuid), amounts: arrayOf(bigint) },
  row: { trip_id: uuid },
  text: `insert into refund_trips (medium_id, refund_id, trip_id, amount_minor, requested_at)
  select $mediumId, $refundId, trip_id, amount_minor, now()
  from unnest($tripIds::uuid[], $amounts::bigint[]) as share (trip_id, amount_minor)
  on conflict do nothing
  returning trip_id`,
});

const refundColumns = {
  refund_id: uuid,
  opened_at: instant,
  operator_code: text,
  srid: text,
  state: oneOf(refundStates),
  amount_minor: bigint,
  currency: character,
  reason: text,
  requested_at: instant,
  closed_at: nullable(instant),
  decline_code: nullable(oneOf(declineCodes)),
  bank_reference: nullable(text),
  given_minor: nullable(bigint),
  given_currency: nullable(character),
};

/** A refund by its id. The caller knows only the id, so every node of a cluster is asked. */
export const findRefundById = statement({
  name: 'refunds.findById',
  values: { refundId: uuid },
  row: { medium_id: uuid, ...refundColumns, is_charged_back: notNull(boolean, 'exists') },
  text: `select medium_id, ${selectList(refundColumns)},
    exists (select ${deliveredChargeback('refunds.medium_id', 'refunds.srid')}) as is_charged_back
  from refunds
  where refund_id = $refundId`,
});

export type RefundRow = ResultRow<typeof findRefundById>;

export const listRefundTrips = statement({
  name: 'refunds.listTrips',
  values: { mediumId: uuid, refundId: uuid },
  row: { trip_id: uuid, amount_minor: bigint },
  text: `select trip_id, amount_minor
  from refund_trips
  where medium_id = $mediumId and refund_id = $refundId
  order by trip_id`,
});

export type RefundTripRow = ResultRow<typeof listRefundTrips>;
