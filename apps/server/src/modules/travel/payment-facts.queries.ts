import { settledDebtStates } from '@tapfolio/domain/debt-states.ts';
import { isItself } from '../../database/tables/travel-columns.ts';
import { listed, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  boolean,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  type RowOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { chargeColumns, chargeList, paymentColumns, paymentList } from './payment.sql.ts';

const moveColumns = {
  srid: notNull(text, 'only rows with one of the asked references are found'),
  requested_at: nullable(instant),
  direction: oneOf(['debit', 'credit']),
  kind: oneOf(['charge', 'debt_recovery', 'refund']),
  amount_minor: bigint,
  approved: boolean,
  refusal: nullable(oneOf(['lost', 'card_dead'])),
};

export type MoveRow = RowOf<typeof moveColumns>;

/** The movements of money at the bank for these references, in the order in which they were asked for. */
export const listMoves = statement({
  name: 'travel.listMoves',
  values: { mediumId: uuid, srids: arrayOf(text) },
  row: moveColumns,
  text: `select srid, requested_at, direction, kind, amount_minor, approved, refusal
  from settlements
  where medium_id = $mediumId and srid = any($srids)
  order by requested_at nulls last, settlement_id`,
});

/**
 * What we had the bank collect of payments that are called unpaid by the newest delivery: the back office has not told of it
 * yet. Of several tries for one fare the last counts.
 */
export const listCollected = statement({
  name: 'travel.listCollected',
  values: { mediumId: uuid, paymentIds: arrayOf(uuid) },
  row: { payment_id: uuid, amount_minor: bigint, closed_at: notNull(instant, 'an approved try is closed') },
  text: `select distinct on (debt.payment_id) debt.payment_id, taken.amount_minor, taken.closed_at
  from debts as debt
  join collections as taken on taken.medium_id = debt.medium_id
    and taken.payment_id = debt.payment_id
    and taken.outcome = 'approved'
  where debt.medium_id = $mediumId
    and debt.payment_id = any($paymentIds)
    and debt.is_unpaid
    and debt.state in (${listed(settledDebtStates)})
  order by debt.payment_id, taken.closed_at desc`,
});

/** How many trips there are by reference. Those of other references are counted as well: to leave them out costs more. */
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

/** The payment that a fare or a ticket was charged with, of those that opened between two instants. */
export const findChargedPayment = statement({
  name: 'travel.findChargedPayment',
  values: { mediumId: uuid, srid: text, from: instant, to: instant },
  row: chargeColumns,
  text: `select ${chargeList}
  from payments
  where medium_id = $mediumId
    and srid = $srid
    and ${isItself}
    and opened_at >= $from
    and opened_at <= $to
  order by opened_at desc
  limit 1`,
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
