import { longestWindowDays, windowSlackDays } from '@tapfolio/domain/payment-window.ts';
import { isItself } from '../../database/tables/travel-columns.ts';
import { selectList, statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  character,
  day,
  instant,
  integer,
  notNull,
  nullable,
  text,
  uuid,
} from '../../lib/sql-types.ts';
import { type History, historyPage, historyRow, pageValues, rowValues } from '../travel/history.sql.ts';
import { tripColumns, tripList } from '../travel/trip.present.ts';

const trips: History = { table: 'trips', time: 'started_at', id: 'trip_id' };

export const listTrips = statement({
  name: 'trips.list',
  values: pageValues,
  row: tripColumns,
  text: historyPage(trips, tripList),
});

const keyColumns = { trip_id: uuid, started_at: instant };

/** The ids of the trips of a page and when they start; the primary key has both. */
export const listTripKeys = statement({
  name: 'trips.listKeys',
  values: pageValues,
  row: keyColumns,
  text: historyPage(trips, selectList(keyColumns)),
});

/** The same of these trips, as far as they start between two instants. */
export const findTripKeys = statement({
  name: 'trips.findKeys',
  values: { mediumId: uuid, tripIds: arrayOf(uuid), from: instant, to: instant },
  row: keyColumns,
  text: `select ${selectList(keyColumns)}
  from trips
  where medium_id = $mediumId
    and started_at >= $from
    and started_at <= $to
    and trip_id = any($tripIds)`,
});

const fareColumns = {
  ...keyColumns,
  srid: notNull(text, 'one of those that were asked for'),
  fare_minor: bigint,
  refund_minor: nullable(bigint),
};

/** What the trips of these payments cost, and what was refunded of them. A payment has one currency, and so have its trips. */
export const listTripFares = statement({
  name: 'trips.listFares',
  values: { mediumId: uuid, srids: arrayOf(text), from: instant, to: instant },
  row: fareColumns,
  text: `select ${selectList(fareColumns)}
  from trips
  where medium_id = $mediumId
    and started_at >= $from
    and started_at <= $to
    and srid = any($srids)`,
});

/** Number and fares by service day and currency of the trips from (`from`, `fromId`) on that sort before (`to`, `toId`). */
export const sumDays = statement({
  name: 'trips.sumDays',
  values: { mediumId: uuid, from: instant, fromId: uuid, to: instant, toId: uuid },
  row: {
    service_day: day,
    currency: character,
    trips: notNull(integer, 'a number of rows'),
    fare_minor: notNull(bigint, 'a group has a row, and each has a fare'),
  },
  text: `select service_day, currency, count(*)::integer as trips, sum(fare_minor)::bigint as fare_minor
  from trips
  where medium_id = $mediumId
    and started_at >= $from
    and started_at <= $to
    and (started_at, trip_id) >= ($from, $fromId)
    and (started_at, trip_id) < ($to, $toId)
  group by service_day, currency`,
});

const openedTripColumns = { ...tripColumns, checked_in_at: nullable(instant) };

/**
 * One trip, and the id and opening of the payment that its fare was charged with: to ask for it afterwards takes a tenth of the
 * call. It is looked for between two instants, so that few months are opened.
 */
export const findTrip = statement({
  name: 'trips.find',
  values: { ...rowValues, chargedFrom: instant, chargedTo: instant },
  row: {
    ...openedTripColumns,
    charge: nullable(arrayOf(text)),
  },
  text: historyRow(
    trips,
    `${selectList(openedTripColumns)}, (
    select array[charge.payment_id::text, charge.opened_at::text]
    from payments charge
    where charge.medium_id = $mediumId
      and charge.srid = trips.srid
      and charge.${isItself}
      and charge.opened_at >= $chargedFrom
      and charge.opened_at <= $chargedTo
      and trips.started_at - charge.opened_at <= interval '${longestWindowDays} days'
      and charge.opened_at - trips.started_at <= interval '${windowSlackDays} days'
    order by charge.opened_at desc
    limit 1
  ) as charge`,
  ),
});
