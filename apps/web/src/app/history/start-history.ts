import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import { cardsQuery } from '../../features/cards/api/list-cards.ts';
import { chosenCard } from '../../features/cards/chosen-card.ts';
import { favouritesQuery } from '../../features/favourites/api/list-favourites.ts';
import { salesPackagesQuery } from '../../features/favourites/api/list-sales-packages.ts';
import { paymentsQuery } from '../../features/payments/api/list-payments.ts';
import { productsQuery } from '../../features/products/api/list-products.ts';
import { tripsQuery } from '../../features/trips/api/list-trips.ts';
import { workTripsQuery } from '../../features/work-trips/api/list-work-trips.ts';
import { currentLocale } from '../../lib/i18n.ts';
import { isAllowed } from '../../passenger/permissions.ts';
import { type Filter, filterOf } from './history-filter.ts';
import { readHistorySearch } from './history-search.ts';

/** What an address asks for, and where its answers are cached. */
export type Wanted = { queries: QueryClient; id: number | undefined; search: Record<string, unknown> };

export function startTrips(wanted: Wanted): void {
  startHistory(wanted, tripsQuery);
  if (isAllowed('card-trips-history-table.work')) startPage(wanted, workTripsQuery);
}

export const startPayments = (wanted: Wanted) => startHistory(wanted, paymentsQuery);

export function startProducts(wanted: Wanted): void {
  startFavourites(wanted);
  startHistory(wanted, productsQuery);
}

export function startSalesPackages(wanted: Wanted): void {
  startFavourites(wanted);
  startHistory(wanted, salesPackagesQuery);
}

export function startFavourites({ queries }: Wanted): void {
  if (isAllowed('card-favourites-table')) void queries.prefetchQuery(favouritesQuery);
}

type PageQuery<P, K extends QueryKey> = (
  cardId: number,
  filter: Filter,
  language: Locale,
) => FetchQueryOptions<P, Error, P, K>;

/** Without a card in the address the screen will choose one. */
function startHistory<P, K extends QueryKey>(wanted: Wanted, pageQuery: PageQuery<P, K>): void {
  void wanted.queries.prefetchQuery(cardsQuery);
  startPage(wanted, pageQuery);
}

function startPage<P, K extends QueryKey>(
  { queries, id = chosenCard(), search }: Wanted,
  pageQuery: PageQuery<P, K>,
): void {
  if (id === undefined || !Number.isInteger(id) || id <= 0) return;
  void queries.prefetchQuery(pageQuery(id, filterOf(readHistorySearch(search)), currentLocale()));
}
