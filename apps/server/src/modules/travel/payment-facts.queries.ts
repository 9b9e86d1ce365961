import { refusedCardStatuses } from '@tapfolio/domain/card-status.ts';
import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { listed, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  character,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  type RowOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { ownRefundOfMove } from './own-refund.sql.ts';
import { paymentColumns, paymentList } from './payment.sql.ts';
import { writtenOffOfFare } from './written-off.sql.ts';

const whyNotNull = 'no delivered movement and no chargeback is without it';
const moveColumns = {
  settlement_id: notNull(uuid, whyNotNull),
  srid: notNull(text, 'only rows with one of the asked references are found'),
  requested_at: nullable(instant),
  direction: notNull(oneOf(['debit', 'credit']), whyNotNull),
  kind: notNull(oneOf(['charge', 'debt_recovery', 'refund']), whyNotNull),
  amount_minor: notNull(bigint, whyNotNull),
  approved: notNull(boolean, whyNotNull),
  refusal: nullable(oneOf(refusedCardStatuses)),
  retrieval_reference: nullable(text),
  /** What was given back with a refund of ours or with a chargeback. The payment may be delivered in another currency since. */
  given_minor: nullable(bigint),
  given_currency: nullable(character),
};

export type MoveRow = RowOf<typeof moveColumns>;

/**
 * The movements of money at the bank for these references, in the order of their requests. With a chargeback the card holder's bank gives the
 * money back: for the passenger it is a refund.
 */
export const listMoves = statement({
  name: 'travel.listMoves',
  values: { mediumId: uuid, srids: arrayOf(text) },
  row: moveColumns,
  text: `select settlement_id, move.srid, move.requested_at, direction, kind, move.amount_minor, approved, refusal, retrieval_reference,
    coalesce(own.given_minor, move.amount_minor) as given_minor, coalesce(own.given_currency, own.currency) as given_currency
  from settlements as move
  ${ownRefundOfMove}
  where move.medium_id = $mediumId and move.srid = any($srids)
  union all
  select chargeback_id, srid, charged_back_at, 'credit', 'refund', amount_minor, true, null, retrieval_reference,
    amount_minor, currency
  from chargebacks
  where medium_id = $mediumId and srid = any($srids)
  order by requested_at nulls last, settlement_id`,
});

const fareColumns = {
  payment_id: uuid,
  /** The newest delivery calls the fare unpaid: it does not know of a collection of ours. */
  is_unpaid: boolean,
  /** Nothing is owed any more. */
  is_settled: notNull(boolean, 'the state is never null'),
  currency: character,
  /** What was paid when a delivery last called it unpaid, beside what we had the bank collect then. */
  paid_before_minor: bigint,
  /** What was due as a whole when a delivery last called it unpaid; where the bank took another amount for us, that and what was paid before. */
  whole_minor: notNull(bigint, 'a sum of columns that are not null'),
  /** What was paid of that as a whole, if it is settled and we had the bank collect what was missing; else 0. */
  settled_minor: notNull(bigint, 'a sum of columns that are not null, or 0'),
  /** What nobody asks for any more. */
  written_off_minor: notNull(bigint, 'the column is not null'),
  collection_id: nullable(uuid),
  amount_minor: nullable(bigint),
  requested_at: nullable(instant),
  closed_at: nullable(instant),
  bank_reference: nullable(text),
  /** What the bank took. The fare may be delivered in another currency since. */
  taken_minor: nullable(bigint),
  taken_currency: nullable(character),
};

export type FareRow = RowOf<typeof fareColumns>;

/** Whether the bank collected for us what was missing last, since a delivery called it unpaid. */
const restIsCollected = `(
      select event = 'approve'
      from debt_events
      where debt_events.medium_id = $mediumId
        and debt_events.payment_id = debts.payment_id
        and event in ('approve', 'delivered_unpaid')
      order by version desc
      limit 1
    )`;

/** Of these payments those that were unpaid once: a row for each time that we had the bank collect them, in that order, or one without. */
export const listFares = statement({
  name: 'travel.listFares',
  values: { mediumId: uuid, paymentIds: arrayOf(uuid) },
  row: fareColumns,
  text: `select debts.payment_id, debts.is_unpaid, debts.state in (${listed(settledDebtStates)}) as is_settled, debts.currency,
    debts.paid_before_minor, debts.paid_before_minor + debts.due_minor as whole_minor,
    case when ${restIsCollected} then debts.paid_before_minor + debts.due_minor - debts.written_off_minor else 0 end as settled_minor, ${writtenOffOfFare} as written_off_minor,
    taken.collection_id, taken.amount_minor, taken.requested_at, taken.closed_at, taken.bank_reference,
    coalesce(taken.taken_minor, taken.amount_minor) as taken_minor, coalesce(taken.taken_currency, taken.currency) as taken_currency
  from debts
  left join collections as taken on taken.medium_id = debts.medium_id
    and taken.payment_id = debts.payment_id
    and taken.outcome = 'approved'
  where debts.medium_id = $mediumId
    and debts.payment_id = any($paymentIds)
  order by taken.closed_at`,
});

/** The payments of the fares that these late collections paid. */
export const listCollectedFares = statement({
  name: 'travel.listCollectedFares',
  values: { mediumId: uuid, collectionIds: arrayOf(uuid) },
  row: { collection_id: uuid, ...paymentColumns },
  text: `select own.collection_id, ${Object.keys(paymentColumns)
    .map((name) => `payment.${name}`)
    .join(', ')}
  from collections as own
  join debts on debts.medium_id = own.medium_id
    and debts.payment_id = own.payment_id
  join payments as payment on payment.medium_id = debts.medium_id
    and payment.opened_at = debts.opened_at
    and payment.payment_id = debts.payment_id
  where own.medium_id = $mediumId
    and own.collection_id = any($collectionIds)`,
});

/**
 * The number of trips by reference, including references that are not needed: leaving them out costs more. Also what these payments sold
 * (`sold`), where they are about products, or more is due than their trips cost. What was bought with a trip is left out there. On most
 * pages there is no such payment, and no product is read.
 */
export const countTrips = statement({
  name: 'travel.countTrips',
  values: {
    mediumId: uuid,
    from: instant,
    to: instant,
    shownFrom: instant,
    srids: arrayOf(text),
    duesMinor: arrayOf(bigint),
    areOfProducts: arrayOf(boolean),
  },
  row: {
    srid: notNull(text, 'rows without one are left out'),
    trips: notNull(integer, 'a number of rows, or 0'),
    sold: nullable(arrayOf(text)),
  },
  text: `with counted as materialized (
    select srid, count(*)::integer as trips, sum(fare_minor) as fares_minor
    from trips
    where medium_id = $mediumId
      and started_at >= $from
      and started_at <= $to
      and srid is not null
    group by srid
  ), unexplained as materialized (
    select asked.srid, asked.is_of_products
    from unnest($srids::text[], $duesMinor::bigint[], $areOfProducts::boolean[]) as asked (srid, due_minor, is_of_products)
    left join counted on counted.srid = asked.srid
    where asked.is_of_products or asked.due_minor > coalesce(counted.fares_minor, 0)
  )
  select srid, trips, null::text[] as sold
  from counted
  union all
  select unexplained.srid, 0, array_agg(distinct product.name order by product.name)
  from unexplained
  join products as product on product.medium_id = $mediumId
    and product.srid = unexplained.srid
    and product.valid_from >= $shownFrom
  where unexplained.is_of_products
    or not exists (
      select
      from trips as trip
      where trip.medium_id = $mediumId
        and trip.started_at >= $from
        and trip.started_at <= $to
        and trip.srid = product.srid
        and (trip.started_at = product.valid_from or (trip.file_id, trip.line_number) = (product.file_id, product.line_number))
    )
  group by unexplained.srid`,
});

/** The key of the payment that a reference names. */
export const findPaymentKey = statement({
  name: 'travel.findPaymentKey',
  values: { srid: text },
  row: { medium_id: uuid, payment_id: uuid, opened_at: instant },
  text: 'select medium_id, payment_id, opened_at from service_references where srid = $srid',
});

/** The payment that a statement reference names, by its key. */
export const findPaymentByKey = statement({
  name: 'travel.findPaymentByKey',
  values: { mediumId: uuid, openedAt: instant, paymentId: uuid },
  row: paymentColumns,
  text: `select ${paymentList}
  from payments
  where medium_id = $mediumId and opened_at = $openedAt and payment_id = $paymentId`,
});
