import { statement } from '../../lib/sql.ts';
import { isoUtc, jsonRows, moneyJson } from '../../lib/sql-json.ts';
import { type History, historyBody, historyPage } from '../travel/history.sql.ts';
import { longestWindow, paymentColumns, receiptAvailable, tripCounts, windowSlack } from '../travel/payment.sql.ts';
import { lineJoin, lineJson, stopName } from '../travel/trip.sql.ts';

const payments: History = { table: 'payments', time: 'opened_at', id: 'payment_id' };

/** Values: medium, from, before, id before, limit. */
export const listPaymentsJson = statement<{ body: string }>(
  'payments.list',
  `${historyPage(payments)}, ${tripCounts('shown', '$1')}
  select json_build_object(${historyBody(payments, paymentColumns('p'))})::text as body`,
);

const relatedTrips = `select t.trip_id as id,
    ${lineJson('t')} as line,
    ${stopName('t', 'from', '$3')} as "from",
    ${stopName('t', 'to', '$3')} as "to",
    ${isoUtc('t.started_at')} as "startedAt",
    ${isoUtc('t.checked_out_at')} as "endedAt",
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

/**
 * A payment with its story: trips, products and the movements at the bank. The last approved charge is the difference
 * paid, the ones before it were paid previously. Values: medium, payment, two-letter language, statement prefix.
 */
export const findPaymentJson = statement<{ body: string }>(
  'payments.find',
  `with payment as materialized (
    select * from payments where medium_id = $1 and payment_id = $2
  ), related as materialized (
    select t.*
    from trips t
    where t.medium_id = $1
      and t.started_at >= (select opened_at from payment) - ${windowSlack}
      and t.started_at <= (select coalesce(closed_at, opened_at + ${longestWindow}) from payment) + ${windowSlack}
      and t.srid = (select srid from payment)
  ), moves as materialized (
    select s.* from settlements s where s.medium_id = $1 and s.srid = (select srid from payment)
  ), last_charge as (
    select least(s.amount_minor, p.paid_minor) as amount_minor
    from moves s, payment p
    where s.direction = 'debit' and s.approved
    order by s.requested_at desc nulls last, s.settlement_id desc
    limit 1
  ), trip_counts as (
    select jsonb_object_agg(srid, trips) as by_srid
    from (select srid, count(*) as trips from related group by srid) c
  )
  select row_to_json(item)::text as body
  from (
    select ${paymentColumns('p')},
      $4::text || p.srid as "statementLine",
      (
        select json_build_object('scheme', m.scheme, 'lastFour', m.last_four) from media m where m.medium_id = $1
      ) as medium,
      ${jsonRows(relatedTrips)} as trips,
      ${jsonRows(productLines)} as products,
      ${moneyJson('coalesce((select sum(fare_minor) from related), 0)', 'p.currency')} as "tripsTotal",
      ${moneyJson('p.paid_minor - coalesce((select amount_minor from last_charge), p.paid_minor)', 'p.currency')}
        as "previouslyPaid",
      ${moneyJson('coalesce((select amount_minor from last_charge), p.paid_minor)', 'p.currency')} as "differencePaid",
      ${jsonRows(charges)} as charges,
      ${receiptAvailable('p')} as "receiptAvailable"
    from payment p
  ) item`,
);
