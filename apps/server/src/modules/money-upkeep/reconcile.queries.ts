import { statement } from '../../lib/sql.ts';
import { day, nullable } from '../../lib/sql-types.ts';

/** The last day that was compared; no row before the first one. */
export const findLastDay = statement({
  name: 'reconcile.findLastDay',
  row: { last_day: day },
  text: 'select last_day from bank_report_progress',
});

/** The day of UTC on which the oldest try to collect or to refund a fare was requested; null when there is none. Reads all of them. */
export const findFirstDay = statement({
  name: 'reconcile.findFirstDay',
  row: { first_day: nullable(day) },
  text: `select (min(at) at time zone 'UTC')::date as first_day
  from (
    select min(requested_at) as at from collections
    union all
    select min(requested_at) from refunds
  ) as oldest`,
});

export const noteLastDay = statement({
  name: 'reconcile.noteLastDay',
  values: { lastDay: day },
  text: `insert into bank_report_progress (last_day)
  values ($lastDay)
  on conflict (only_row) do update
  set last_day = excluded.last_day`,
});
