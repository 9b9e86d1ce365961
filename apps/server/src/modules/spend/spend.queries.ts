import type { TransportType } from '@tapfolio/domain/states.ts';
import { untypedStatement } from '../../lib/sql.ts';

export interface SpendRow extends Record<string, unknown> {
  currency: string;
  /** First day of the week. */
  first_day: string;
  transport_type: TransportType;
  trips: number;
  fare_minor: number;
}

/**
 * Fares by currency, week and type of transport. The trips are counted before the timetable is asked, once for each line.
 * Values: media, first day of the first week, an instant before which none of its trips began.
 */
export const sumSpend = untypedStatement<SpendRow>(
  'spend.sum',
  `with travelled as materialized (
    select t.currency, $2::date + (t.service_day - $2::date) / 7 * 7 as first_day, t.operator_code, t.line_id,
      t.transport_type, count(*) as trips, sum(t.fare_minor) as fare_minor
    from trips t
    where t.medium_id = any($1::uuid[])
      and t.started_at >= $3::timestamptz
      and t.service_day >= $2::date
    group by 1, 2, 3, 4, 5
  )
  select d.currency, d.first_day, coalesce(l.transport_type, d.transport_type, 'other') as transport_type,
    sum(d.trips)::integer as trips, sum(d.fare_minor)::bigint as fare_minor
  from travelled d
  left join lines l on l.operator_code = d.operator_code and l.line_id = d.line_id
  group by 1, 2, 3`,
);
