import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { listed, type ResultRow, statement } from '../../lib/sql.ts';
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
import { paymentColumns, paymentList } from './payment.sql.ts';
import { writtenOffMinor } from './written-off.sql.ts';

const whyNotNull = 'no delivered movement and no chargeback is without it';
const moveColumns = {
  settlement_id: notNull(uuid, whyNotNull),
  srid: notNull(text, 'only rows with one of the asked references are found'),
  requested_at: nullable(instant),
  direction: notNull(oneOf(['debit', 'credit']), whyNotNull),
  kind: notNull(oneOf(['charge', 'debt_recovery', 'refund']), whyNotNull),
  amount_minor: notNull(bigint, whyNotNull),
  approved: notNull(boolean, whyNotNull),
  refusal: nullable(oneOf(['lost', 'card_dead'])),
  retrieval_reference: nullable(text),
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
  text: `select ${Object.keys(moveColumns).join(', ')}
  from settlements
  where medium_id = $mediumId and srid = any($srids)
  union all
  select chargeback_id, srid, charged_back_at, 'credit', 'refund', amount_minor, true, null, retrieval_reference
  from chargebacks
  where medium_id = $mediumId and srid = any($srids)
  order by requested_at nulls last, settlement_id`,
});

const collectedColumns = {
  collection_id: uuid,
  payment_id: uuid,
  amount_minor: bigint,
  requested_at: instant,
  closed_at: notNull(instant, 'an approved try is closed'),
  bank_reference: notNull(text, 'an approved try has one'),
  /** The newest delivery calls the fare unpaid: it does not know of the collection. */
  is_unpaid: boolean,
  /** Nothing is owed any more. */
  is_settled: notNull(boolean, 'the state is never null'),
};

export type CollectedRow = RowOf<typeof collectedColumns>;

/** What we had the bank collect of these payments, in the order in which it was taken, and where their fares stand now. */
export const listCollected = statement({
  name: 'travel.listCollected',
  values: { mediumId: uuid, paymentIds: arrayOf(uuid) },
  row: collectedColumns,
  text: `select taken.collection_id, taken.payment_id, taken.amount_minor, taken.requested_at, taken.closed_at,
    taken.bank_reference, debt.is_unpaid, debt.state in (${listed(settledDebtStates)}) as is_settled
  from collections as taken
  join debts as debt on debt.medium_id = taken.medium_id
    and debt.payment_id = taken.payment_id
  where taken.medium_id = $mediumId
    and taken.payment_id = any($paymentIds)
    and taken.outcome = 'approved'
  order by taken.closed_at`,
});

/** Of these payments those that were unpaid once and are not called unpaid by the newest delivery, with what nobody asks for any more. */
export const listOnceUnpaid = statement({
  name: 'travel.listOnceUnpaid',
  values: { mediumId: uuid, paymentIds: arrayOf(uuid) },
  row: { payment_id: uuid, written_off_minor: notNull(bigint, 'the column is not null'), currency: character },
  text: `select payment_id, ${writtenOffMinor} as written_off_minor, currency
  from debts
  where medium_id = $mediumId
    and payment_id = any($paymentIds)
    and not is_unpaid`,
});

export type OnceUnpaidRow = ResultRow<typeof listOnceUnpaid>;

/** The number of trips by reference, including references that are not needed: leaving them out costs more. */
export const countTrips = statement({
  name: 'travel.countTrips',
  values: { mediumId: uuid, from: instant, to: instant },
  row: { srid: notNull(text, 'rows without one are left out'), trips: notNull(integer, 'a number of rows') },
  text: `select srid, count(*)::integer as trips
  from trips
  where medium_id = $mediumId
    and started_at >= $from
    and started_at <= $to
    and srid is not null
  group by srid`,
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
