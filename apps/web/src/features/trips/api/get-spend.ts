import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { weekStart } from '@tapfolio/locales/formats.ts';
import { call } from '../../../lib/api-client.ts';
import { spendKey } from '../../../passenger/query-keys.ts';

export const spendWeeks = 4;

/** What the trips of all cards cost in the last weeks. Weeks begin on the first day of the week in the language. */
export function weeklySpendQuery(language: Locale) {
  const query = { weeks: spendWeeks, weekStart: weekStart(language) };
  return queryOptions({
    queryKey: [...spendKey, query],
    queryFn: ({ signal }) => call('getSpend', { query }, { signal }),
  });
}
