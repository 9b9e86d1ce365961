import { statement } from '../lib/sql.ts';
import { double, instant, notNull } from '../lib/sql-types.ts';

/** How many seconds the clock of the database is ahead of another one; less than zero when it is behind. */
export const findClockGap = statement({
  name: 'clockGap.find',
  values: { otherTime: instant },
  row: { seconds: notNull(double, 'both times are known') },
  text: 'select extract(epoch from statement_timestamp() - $otherTime)::double precision as seconds',
});
