import type { PaymentDetail } from '@tapfolio/contracts/payments.ts';
import { untypedStatement } from '../../lib/sql.ts';
import { isoUtc, jsonRows, moneyJson } from '../../lib/sql-json.ts';
import { aboutWhen, type History, historyBody, historyPage, whenSeen } from '../travel/history.sql.ts';
import {
  bankJoin,
  longestWindow,
  paymentColumns,
  receiptAvailable,
  tripCounts,
  windowSlack,
} from '../travel/payment.sql.ts';
import { lineJoin, lineJson, partnerName, stopName, timeZone } from '../travel/trip.sql.ts';

/** The contract's `paymentDetail` as delivered: with every movement and every fare that may have been collected with it. */
export type DeliveredPayment = Omit<PaymentDetail, 'previouslyPaid' | 'differencePaid'>;

const payments: History = { table: 'payments', time: 'opened_at', id: 'payment_id' };

/** Values: medium, from, before, id before, limit. */
export const listPaymentsJson = untypedStatement<{ body: string }>(
  'payments.list',
  `${historyPage(payments)}, ${tripCounts('shown', '$1')}
  select json_build_object(${historyBody(payments, paymentColumns('p'), bankJoin('p'))})::text as body`,
);

const relatedTrips = `select t.trip_id as id,
    ${lineJson('t')} as line,
    ${stopName('t', 'from', '$3')} as "from",
    ${stopName('t', 'to', '$3')} as "to",
    coalesce(line.transport_type, t.transport_type, 'other') as "transportType",
    ${isoUtc('t.started_at')} as "startedAt",
    ${isoUtc('t.checked_out_at')} as "endedAt",
    t.service_day as "serviceDay",
    ${timeZone('t')} as "timeZone",
    ${partnerName('t')} as operator,
    ${moneyJson('t.fare_minor', 't.currency')} as price,
    t.fare_reason as "fareReason"
  from related t
  ${lineJoin('t', '$3')}
  order by t.started_at, t.trip_id`;

const charges = `select ${isoUtc('s.requested_at')} as at, s.direction, s.kind,
    ${moneyJson('s.amount_minor', 'p.currency')} as amount, s.approved
  from moves s
  order by s.requested_at nulls last, s.settlement_id`;

/** A ticket and the trip that it was bought with are one row of the back office, and one fare. */
const productLines = `select r.product_id as id, r.name, ${moneyJson('r.amount_minor', 'r.currency')} as price,
    (
      select t.trip_id from related t where t.file_id = r.file_id and t.line_number = r.line_number limit 1
    ) as "tripId"
  from products r
  where r.medium_id = $1 and r.srid = p.srid
  order by r.valid_from, r.product_id`;

/** Unpaid fares of earlier windows that were collected with a charge that is not their own. */
const collectedElsewhere = `select q.payment_id as "paymentId", ${isoUtc('q.opened_at')} as "openedAt",
    q.service_day as "serviceDay", ${moneyJson('q.debt_paid_minor', 'q.currency')} as amount
  from payments q
  where q.medium_id = $1 and q.opened_at < p.opened_at and q.opened_at >= p.opened_at - ${longestWindow}
    and q.debt_paid_minor > 0 and q.srid <> p.srid and q.currency = p.currency
    and not exists (
      select from settlements s
      where s.medium_id = $1 and s.srid = q.srid and s.kind = 'debt_recovery' and s.approved
    )
  order by q.opened_at desc`;

/**
 * A payment with its story: trips, products and the movements at the bank. The months are searched from the newest on,
 * and no further than the payment, unless it is said when it opened.
 * Values: medium, payment, two-letter language, statement prefix, about when it opened or null.
 */
export const findPayment = untypedStatement<{ payment: DeliveredPayment }>(
  'payments.find',
  `with payment as materialized (
    select p.*
    from payments p
    where p.medium_id = $1 and p.payment_id = $2 and ${whenSeen('p.opened_at')}
      and ${aboutWhen('p.opened_at', '$5')}
    order by p.opened_at desc
    limit 1
  ), related as materialized (
    select t.*
    from trips t
    where t.medium_id = $1
      and t.started_at >= (select opened_at from payment) - ${windowSlack}
      and t.started_at <= (select coalesce(closed_at, opened_at + ${longestWindow}) from payment) + ${windowSlack}
      and t.srid = (select srid from payment)
  ), moves as materialized (
    select s.* from settlements s where s.medium_id = $1 and s.srid = (select srid from payment)
  ), trip_counts as (
    select jsonb_object_agg(srid, trips) as by_srid
    from (select srid, count(*) as trips from related group by srid) c
  )
  select row_to_json(item) as payment
  from (
    select ${paymentColumns('p')},
      $4::text || p.srid as "statementLine",
      (
        select json_build_object('scheme', m.scheme, 'lastFour', m.last_four) from media m where m.medium_id = $1
      ) as medium,
      ${jsonRows(relatedTrips)} as trips,
      ${jsonRows(productLines)} as products,
      ${moneyJson('p.debt_paid_minor', 'p.currency')} as "debtPaid",
      ${jsonRows(charges)} as charges,
      ${jsonRows(collectedElsewhere)} as "alsoCollected",
      ${receiptAvailable('p')} as "receiptAvailable"
    from payment p
    ${bankJoin('p')}
  ) item`,
);
