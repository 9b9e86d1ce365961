import { statement } from '../lib/sql.ts';
import { bigint, instant, notNull, nullable, text } from '../lib/sql-types.ts';

/** What is counted; `reason` is an error code or a currency. */
export const countUse = statement({
  name: 'portalUse.count',
  values: { since: instant },
  row: {
    what: notNull(text, 'each line of the function has it'),
    reason: nullable(text),
    times: notNull(bigint, 'a count'),
    amount_minor: nullable(bigint),
  },
  text: 'select what, reason, times, amount_minor from count_use($since)',
});
