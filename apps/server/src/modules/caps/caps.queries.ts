import { transportTypes, tripStatuses } from '@tapfolio/domain/states.ts';
import { statement } from '../../lib/sql.ts';
import {
  arrayOf,
  bigint,
  character,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';

const groupColumns = {
  /** How many of the windows have begun when the trips were made, the longest one first. */
  windows: notNull(integer, 'a number of instants'),
  operator_code: text,
  currency: character,
  status: oneOf(tripStatuses),
  line_id: nullable(text),
  transport_type: nullable(oneOf(transportTypes)),
  fare_reason: nullable(text),
  from_place: nullable(text),
  to_place: nullable(text),
  fare_minor: bigint,
  full_fare_minor: nullable(bigint),
  trips: notNull(integer, 'a number of rows'),
  refunded_minor: notNull(bigint, 'a group has a row, and each has a fare'),
  newest_at: notNull(instant, 'a group has a row'),
};

/**
 * The trips of a medium since the first of these instants, which are sorted, in groups that cost the same for the same reason. The groups do
 * not cross an instant.
 */
export const groupTrips = statement({
  name: 'caps.groupTrips',
  values: { mediumId: uuid, from: instant, begins: arrayOf(instant) },
  row: groupColumns,
  text: `select width_bucket(started_at, $begins::timestamptz[]) as windows, operator_code, currency, status, line_id,
    transport_type, fare_reason, coalesce(from_stop_id, from_name) as from_place, coalesce(to_stop_id, to_name) as to_place,
    fare_minor, full_fare_minor, count(*)::integer as trips,
    sum(least(coalesce(refund_minor, 0), fare_minor))::bigint as refunded_minor, max(started_at) as newest_at
  from trips
  where medium_id = $mediumId
    and started_at >= $from
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
});
