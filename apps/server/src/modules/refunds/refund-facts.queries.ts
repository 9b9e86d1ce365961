import { collectingDebtStates } from '@tapfolio/domain/debt-states.ts';
import { tripStatuses } from '@tapfolio/domain/states.ts';
import { listed, statement } from '../../lib/sql.ts';
import { arrayOf, bigint, boolean, character, instant, notNull, oneOf, text, uuid } from '../../lib/sql-types.ts';
import { ownRefundOfMove } from '../travel/own-refund.sql.ts';
import { paymentColumns, paymentList } from '../travel/payment.sql.ts';
import { deliveredChargeback } from './chargeback.sql.ts';

/** What deliveries call paid of the payment with a statement reference; no row for one that is not paid. */
export const findPaidReference = statement({
  name: 'refunds.findPaidReference',
  values: { srid: text },
  row: {
    medium_id: uuid,
    payment_id: uuid,
    opened_at: instant,
    operator_code: text,
    amount_minor: bigint,
    currency: character,
  },
  text: `select medium_id, payment_id, opened_at, operator_code, amount_minor, currency
  from service_references
  where srid = $srid and paid`,
});

/** The payment, and whether it is being refunded, collected or was charged back. */
export const findRefundablePayment = statement({
  name: 'refunds.findPayment',
  values: { mediumId: uuid, openedAt: instant, paymentId: uuid },
  row: {
    ...paymentColumns,
    is_being_refunded: notNull(boolean, 'exists'),
    is_being_collected: notNull(boolean, 'exists'),
    is_charged_back: notNull(boolean, 'exists'),
    now: notNull(instant, 'the clock of the database'),
  },
  text: `select ${paymentList},
    exists (
      select from refunds open
      where open.medium_id = $mediumId and open.payment_id = $paymentId and open.closed_at is null
    ) as is_being_refunded,
    exists (
      select from debts debt
      where debt.medium_id = $mediumId and debt.payment_id = $paymentId
        and debt.state in (${listed(collectingDebtStates)})
    ) as is_being_collected,
    exists (select ${deliveredChargeback('$mediumId', 'payments.srid')}) as is_charged_back,
    now() as now
  from payments
  where medium_id = $mediumId and opened_at = $openedAt and payment_id = $paymentId`,
});

/**
 * What was refunded of a payment so far, in its currency. The movements contain delivered refunds, and ours until a delivery has brought them.
 * If the payment had another reference before, ours may still have that one. If it had another currency, ours have that.
 */
export const sumRefunds = statement({
  name: 'refunds.sumRefunds',
  values: { mediumId: uuid, paymentId: uuid, srid: text, currency: character },
  row: {
    refunded_minor: notNull(bigint, 'coalesced with 0'),
    has_other_currency: notNull(boolean, 'coalesced with false'),
  },
  text: `select coalesce(sum(amount_minor) filter (where currency = $currency), 0)::bigint as refunded_minor,
    coalesce(bool_or(currency <> $currency), false) as has_other_currency
  from (
    select move.amount_minor, coalesce(own.currency, $currency) as currency
    from settlements as move
    ${ownRefundOfMove}
    where move.medium_id = $mediumId and move.srid = $srid and move.kind = 'refund' and move.approved
    union all
    select amount_minor, currency
    from refunds
    where medium_id = $mediumId and payment_id = $paymentId and srid <> $srid and state = 'refunded'
  ) as given`,
});

/** The trips of a payment, among those between two instants. A refund that is under way has given nothing back yet. */
export const listTripsOfPayment = statement({
  name: 'refunds.listTripsOfPayment',
  values: { mediumId: uuid, srid: text, from: instant, to: instant },
  row: {
    trip_id: uuid,
    status: oneOf(tripStatuses),
    fare_minor: bigint,
    currency: character,
    is_refunded: notNull(boolean, 'of comparisons with not null'),
  },
  text: `select trip.trip_id, trip.status, trip.fare_minor, trip.currency,
    coalesce(trip.refund_minor, 0) > 0 or given.trip_id is not null as is_refunded
  from trips trip
  left join (
    refund_trips given
    join refunds done on done.medium_id = given.medium_id and done.refund_id = given.refund_id
  ) on given.medium_id = trip.medium_id
    and given.trip_id = trip.trip_id
    and not given.is_void
    and done.closed_at is not null
  where trip.medium_id = $mediumId
    and trip.started_at >= $from
    and trip.started_at <= $to
    and trip.srid = $srid
  order by trip.started_at, trip.trip_id`,
});

/** Which of these trips the card made, in any payment. */
export const findTripsOfMedium = statement({
  name: 'refunds.findTripsOfMedium',
  values: { mediumId: uuid, tripIds: arrayOf(uuid) },
  row: { trip_id: uuid },
  text: 'select trip_id from trips where medium_id = $mediumId and trip_id = any($tripIds)',
});
