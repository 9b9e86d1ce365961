import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { call, type Input } from '../../../lib/api-client.ts';
import { cardKey, cardsKey, favouritesKey, keepPageOf } from '../../../passenger/query-keys.ts';

type Filter = Omit<NonNullable<Input<'listSalesPackages'>['query']>, 'language'>;

const part = 'sales-packages';

/** A page of the packages that were sold with a card, the last sale first. */
export function salesPackagesQuery(cardId: number, filter: Filter, language: Locale) {
  return queryOptions({
    queryKey: [...cardKey(cardId), part, filter, language],
    queryFn: ({ signal }) =>
      call('listSalesPackages', { params: { cardId }, query: { ...filter, language } }, { signal }),
    placeholderData: keepPageOf(cardId),
  });
}

/** Reloads which packages are favourites: the list of favourites, and the packages of every card. */
export async function refreshChoices(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: favouritesKey }),
    queries.invalidateQueries({ queryKey: cardsKey, predicate: ({ queryKey }) => queryKey.includes(part) }),
  ]);
}
