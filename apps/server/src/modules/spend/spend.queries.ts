import { transportTypes } from '@tapfolio/domain/states.ts';
import { statement } from '../../lib/sql.ts';
import {
  bigint,
  character,
  day,
  instant,
  integer,
  notNull,
  nullable,
  oneOf,
  type RowOf,
  text,
  uuid,
} from '../../lib/sql-types.ts';

const spendColumns = {
  currency: character,
  /** First day of the week. */
  first_day: notNull(day, 'the service day of a trip is never null'),
  operator_code: text,
  line_id: nullable(text),
  transport_type: nullable(oneOf(transportTypes)),
  trips: notNull(integer, 'a number of rows'),
  fare_minor: notNull(bigint, 'a group has a row, and each has a fare'),
};

export type SpendRow = RowOf<typeof spendColumns>;

/** Fares of one medium by currency, week and line, from the first day of the first week on. No trip of it began before `from`. */
export const sumSpend = statement({
  name: 'spend.sum',
  values: { mediumId: uuid, firstDay: day, from: instant },
  row: spendColumns,
  text: `select currency, $firstDay::date + (service_day - $firstDay::date) / 7 * 7 as first_day, operator_code, line_id,
    transport_type, count(*)::integer as trips, sum(fare_minor)::bigint as fare_minor
  from trips
  where medium_id = $mediumId
    and started_at >= $from
    and service_day >= $firstDay::date
  group by 1, 2, 3, 4, 5`,
});
