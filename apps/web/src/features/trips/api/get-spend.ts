import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { weekStart } from '@tapfolio/locales/formats.ts';
import { call } from '../../../lib/api-client.ts';
import { spendKey } from '../../../passenger/query-keys.ts';

export const spendWeeks = 4;

/** What the trips of all cards cost in the last weeks, which begin on the day that the language's weeks begin on. */
export function weeklySpendQuery(language: Locale) {
  const query = { weeks: spendWeeks, weekStart: weekStart(language) };
  return queryOptions({
    queryKey: [...spendKey, query],
    queryFn: ({ signal }) => call('getSpend', { query }, { signal }),
  });
}
