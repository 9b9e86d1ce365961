import { statement } from '../../lib/sql.ts';
import { bigint, character, day, instant, integer, notNull, nullable, uuid } from '../../lib/sql-types.ts';
import { type History, historyPage, historyRow, pageValues, rowValues } from '../travel/history.sql.ts';
import { tripColumns, tripList } from '../travel/trip.present.ts';

const trips: History = { table: 'trips', time: 'started_at', id: 'trip_id' };

export const listTrips = statement({
  name: 'trips.list',
  values: pageValues,
  row: tripColumns,
  text: historyPage(trips, tripList),
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

export const findTrip = statement({
  name: 'trips.find',
  values: rowValues,
  row: {
    ...tripColumns,
    checked_in_at: nullable(instant),
  },
  text: historyRow(trips, `${tripList}, checked_in_at`),
});
