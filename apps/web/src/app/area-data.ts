import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Locale } from '@tapfolio/domain/locale.ts';
import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { recognise } from '@tapfolio/locales/paths.ts';
import { settingsQuery } from '../features/account/api/get-settings.ts';
import { sessionsQuery } from '../features/account/api/list-sessions.ts';
import { cardQuery } from '../features/cards/api/get-card.ts';
import { cardsQuery } from '../features/cards/api/list-cards.ts';
import { chosenCard } from '../features/cards/chosen-card.ts';
import { favouritesQuery } from '../features/favourites/api/list-favourites.ts';
import { salesPackagesQuery } from '../features/favourites/api/list-sales-packages.ts';
import { paymentsQuery } from '../features/payments/api/list-payments.ts';
import { activeTicketsQuery } from '../features/products/api/list-active-tickets.ts';
import { productsQuery } from '../features/products/api/list-products.ts';
import { secondFactorsQuery } from '../features/second-factors/api/list-second-factors.ts';
import { weeklySpendQuery } from '../features/trips/api/get-spend.ts';
import { tripsQuery } from '../features/trips/api/list-trips.ts';
import { currentLocale } from '../lib/i18n.ts';
import { isAllowed } from '../passenger/permissions.ts';
import { sessionUser } from '../passenger/session.ts';
import { areaClient } from './area-client.ts';
import { readCardSearch } from './card/card-search.ts';
import { type Filter, filterOf } from './history/history-filter.ts';
import { readHistorySearch } from './history/history-search.ts';

type Address = { readonly pathname: string; readonly search: Record<string, unknown> };

/** Starts the calls of a signed-in screen, all at once, while its script and its texts are still on their way. */
export function startData({ pathname, search }: Address): void {
  const place = recognise(pathname);
  if (!place) return;
  const id = 'id' in place.params ? Number(place.params.id) : undefined;
  starts[place.name]?.({ queries: areaClient(), id, search });
}

type Asked = { queries: QueryClient; id: number | undefined; search: Record<string, unknown> };

const starts: Partial<Record<RouteName, (asked: Asked) => void>> = {
  'passenger-area': startHome,
  'account-edit': startAccount,
  card: ({ queries, search }) => {
    const { id } = readCardSearch(search);
    void queries.prefetchQuery(cardsQuery);
    if (id !== undefined) void queries.prefetchQuery(cardQuery(id, currentLocale()));
  },
  'card-trips-history': (asked) => startHistory(asked, tripsQuery),
  'card-trips-history-table': (asked) => startHistory(asked, tripsQuery),
  'card-payments-history': (asked) => startHistory(asked, paymentsQuery),
  'card-payments-history-table': (asked) => startHistory(asked, paymentsQuery),
  'card-products-history': startProducts,
  'card-products-history-table': startProducts,
  'card-favourites-table': (asked) => {
    startFavourites(asked);
    startHistory(asked, salesPackagesQuery);
  },
};

function startProducts(asked: Asked): void {
  startFavourites(asked);
  startHistory(asked, productsQuery);
}

function startFavourites({ queries }: Asked): void {
  if (isAllowed('card-favourites-table')) void queries.prefetchQuery(favouritesQuery);
}

/** What the screen does not show is not asked for either. */
function startHome(asked: Asked): void {
  const { queries } = asked;
  const language = currentLocale();
  startFavourites(asked);
  if (isAllowed('card-trips-history-table')) void queries.prefetchQuery(weeklySpendQuery(language));
  void queries.prefetchQuery(cardsQuery);
  if (isAllowed('card-products-history-table')) void queries.prefetchQuery(activeTicketsQuery);
}

function startAccount({ queries }: Asked): void {
  void queries.prefetchQuery(settingsQuery);
  if (isAllowed('account-edit.sessions')) void queries.prefetchQuery(sessionsQuery);
  const hasPassword = sessionUser()?.is_sso_shadow_user === false;
  if (hasPassword && isAllowed('account-edit.second-factors')) void queries.prefetchQuery(secondFactorsQuery);
}

type PageQuery<P, K extends QueryKey> = (
  cardId: number,
  filter: Filter,
  language: Locale,
) => FetchQueryOptions<P, Error, P, K>;

/** Without a card in the address the screen is going to choose one. */
function startHistory<P, K extends QueryKey>(
  { queries, id = chosenCard(), search }: Asked,
  pageQuery: PageQuery<P, K>,
): void {
  void queries.prefetchQuery(cardsQuery);
  if (id === undefined || !Number.isInteger(id) || id <= 0) return;
  void queries.prefetchQuery(pageQuery(id, filterOf(readHistorySearch(search)), currentLocale()));
}
