import { statement } from '../../lib/sql.ts';
import { day } from '../../lib/sql-types.ts';

/** The last day that was compared; no row before the first one. */
export const findLastDay = statement({
  name: 'reconcile.findLastDay',
  row: { last_day: day },
  text: 'select last_day from bank_report_progress',
});

export const noteLastDay = statement({
  name: 'reconcile.noteLastDay',
  values: { lastDay: day },
  text: `insert into bank_report_progress (last_day)
  values ($lastDay)
  on conflict (only_row) do update
  set last_day = excluded.last_day`,
});
