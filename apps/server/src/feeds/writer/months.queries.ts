/** Months that have no partition yet. Asked first, since making one takes a lock that stops every reader for a moment. */
export const missingMonths = `
  select month
  from unnest($1::text[]) as month
  where to_regclass('payments_' || replace(month, '-', '')) is null`;

/** This week's part of the delivered rows and the next one's; nothing is locked while both are there. */
export const makeFeedWeeks = 'select ensure_feed_weeks(current_date)';

export const makeMonth = 'select ensure_months($1::timestamptz, $1::timestamptz)';

export const analyzeGrownMonths = 'select analyze_grown_months()';
