/** Months that have no partition yet. Asked first, since making one takes a lock that stops every reader for a moment. */
export const missingMonths = `
  select month
  from unnest($1::text[]) as month
  where to_regclass('payments_' || replace(month, '-', '')) is null`;

export const makeMonth = 'select ensure_months($1::timestamptz, $1::timestamptz)';

export const analyzeGrownMonths = 'select analyze_grown_months()';
