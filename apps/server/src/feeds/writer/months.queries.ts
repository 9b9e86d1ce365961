import { statement } from '../../lib/sql.ts';
import { arrayOf, instant, notNull, text } from '../../lib/sql-types.ts';

/** Months that have no partition yet. Asked first, since making one takes a lock that stops every reader for a moment. */
export const findMissingMonths = statement({
  name: 'feeds.months.findMissing',
  values: { months: arrayOf(text) },
  row: { month: notNull(text, 'none of those that are asked for is null') },
  text: `
    select month
    from unnest($months::text[]) as month
    where to_regclass('payments_' || replace(month, '-', '')) is null`,
});

/** This week's part of the delivered rows and the next one's; nothing is locked while both are there. */
export const makeFeedWeeks = statement({
  name: 'feeds.months.makeFeedWeeks',
  text: 'select from ensure_feed_weeks(current_date)',
});

export const makeMonth = statement({
  name: 'feeds.months.make',
  values: { month: instant },
  text: 'select from ensure_months($month, $month)',
});
