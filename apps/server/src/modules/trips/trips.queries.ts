import { untypedStatement } from '../../lib/sql.ts';
import { isoUtc, jsonRows, moneyJson } from '../../lib/sql-json.ts';
import { aboutWhen, type History, historyBody, historyPage, whenSeen } from '../travel/history.sql.ts';
import { chargedPayment } from '../travel/payment.sql.ts';
import { lineJoin, stopName, tripColumns } from '../travel/trip.sql.ts';

const trips: History = { table: 'trips', time: 'started_at', id: 'trip_id' };

/**
 * The days of the page with all their trips, also those on the page before or after it or outside the filter. The bounds
 * by value say nothing new, but they are known before the page is, so that months outside the filter are not opened.
 */
const dayTotals = `select t.service_day as "serviceDay", count(*) as trips,
    ${moneyJson('sum(t.fare_minor)', 't.currency')} as total
  from trips t
  where t.medium_id = $1
    and t.started_at >= $2::timestamptz - interval '36 hours'
    and t.started_at <= $3::timestamptz + interval '36 hours'
    and t.started_at >= (select min(started_at) from shown) - interval '36 hours'
    and t.started_at <= (select max(started_at) from shown) + interval '36 hours'
    and t.service_day = any(array(select distinct service_day from shown))
  group by t.service_day, t.currency
  order by t.service_day desc, t.currency`;

/** Values: medium, from, before, id before, limit, two-letter language. */
export const listTripsJson = untypedStatement<{ body: string }>(
  'trips.list',
  `${historyPage(trips)}
  select json_build_object(
    ${historyBody(trips, tripColumns('p', '$6'), lineJoin('p', '$6'))},
    'days', ${jsonRows(dayTotals)}
  )::text as body`,
);

/**
 * Without a start the months are searched from the newest on, and no further than the trip.
 * Values: medium, trip, two-letter language, about when it started or null.
 */
export const findTripJson = untypedStatement<{ body: string }>(
  'trips.find',
  `with trip as materialized (
    select t.*
    from trips t
    where t.medium_id = $1 and t.trip_id = $2 and ${whenSeen('t.started_at')}
      and ${aboutWhen('t.started_at', '$4')}
    order by t.started_at desc
    limit 1
  )
  select row_to_json(item)::text as body
  from (
    select ${tripColumns('t', '$3')},
      json_build_object('pointId', t.from_stop_id, 'name', ${stopName('t', 'from', '$3')},
        'at', ${isoUtc('coalesce(t.checked_in_at, t.started_at)')}) as start,
      json_build_object('pointId', t.to_stop_id, 'name', ${stopName('t', 'to', '$3')},
        'at', ${isoUtc('t.checked_out_at')}) as stop,
      case when t.refund_minor is not null then json_build_object(
        'reason', t.refund_reason, 'amount', ${moneyJson('t.refund_minor', 't.currency')}) end as refund,
      ${chargedPayment('t', 't.started_at')} as payment
    from trip t
    ${lineJoin('t', '$3')}
  ) item`,
);
