import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { recognise } from '@tapfolio/locales/paths.ts';
import { settingsQuery } from '../features/account/api/get-settings.ts';
import { sessionsQuery } from '../features/account/api/list-sessions.ts';
import { capsQuery } from '../features/caps/api/list-caps.ts';
import { cardQuery } from '../features/cards/api/get-card.ts';
import { cardsQuery } from '../features/cards/api/list-cards.ts';
import { activeTicketsQuery } from '../features/products/api/list-active-tickets.ts';
import { questionsQuery } from '../features/questions/api/list-questions.ts';
import { secondFactorsQuery } from '../features/second-factors/api/list-second-factors.ts';
import { weeklySpendQuery } from '../features/trips/api/get-spend.ts';
import { workRuleQuery } from '../features/work-trips/api/work-rule.ts';
import { currentLocale } from '../lib/i18n.ts';
import { portalConfig } from '../lib/portal-config.ts';
import { doubtfulTripsQuery } from '../passenger/doubtful-trips.ts';
import { isAllowed } from '../passenger/permissions.ts';
import { sessionUser } from '../passenger/session.ts';
import { areaClient } from './area-client.ts';
import { readCardSearch } from './card/card-search.ts';
import {
  startFavourites,
  startPayments,
  startProducts,
  startSalesPackages,
  startTrips,
  type Wanted,
} from './history/start-history.ts';

type Address = { readonly pathname: string; readonly search: Record<string, unknown> };

/** Starts the calls of a signed-in screen, all at once, while its script and its texts are still loading. */
export function startData({ pathname, search }: Address): void {
  const place = recognise(pathname);
  // The session may have ended while this script was loading.
  if (!place || !sessionUser()) return;
  const id = 'id' in place.params ? Number(place.params.id) : undefined;
  starts[place.name]?.({ queries: areaClient(), id, search });
}

const starts: Partial<Record<RouteName, (wanted: Wanted) => void>> = {
  'passenger-area': startHome,
  'account-edit': startAccount,
  questions: ({ queries }) => void queries.prefetchQuery(questionsQuery),
  card: ({ queries, search }) => {
    const { id } = readCardSearch(search);
    void queries.prefetchQuery(cardsQuery);
    if (id === undefined) startTickets(queries);
    else startCard(queries, id);
  },
  'card-trips-history': startTrips,
  'card-trips-history-table': startTrips,
  'card-payments-history': startPayments,
  'card-payments-history-table': startPayments,
  'card-products-history': startProducts,
  'card-products-history-table': startProducts,
  'card-favourites-table': startSalesPackages,
};

/** Requests only what the screen shows. */
function startHome(wanted: Wanted): void {
  const { queries } = wanted;
  const language = currentLocale();
  startFavourites(wanted);
  if (isAllowed('card-trips-history-table')) {
    void queries.prefetchQuery(weeklySpendQuery(language));
    void queries.prefetchQuery(doubtfulTripsQuery);
  }
  startCaps(queries);
  void queries.prefetchQuery(cardsQuery);
  startTickets(queries);
  if (portalConfig().questions) void queries.prefetchQuery(questionsQuery);
}

function startCard(queries: Wanted['queries'], id: number): void {
  void queries.prefetchQuery(cardQuery(id, currentLocale()));
  startCaps(queries);
  if (isAllowed('card-trips-history-table.work')) void queries.prefetchQuery(workRuleQuery(id));
}

function startCaps(queries: Wanted['queries']): void {
  if (isAllowed('card-trips-history-table.caps')) void queries.prefetchQuery(capsQuery(currentLocale()));
}

function startTickets(queries: Wanted['queries']): void {
  if (isAllowed('card-products-history-table')) void queries.prefetchQuery(activeTicketsQuery);
}

function startAccount({ queries }: Wanted): void {
  void queries.prefetchQuery(settingsQuery);
  if (isAllowed('account-edit.sessions')) void queries.prefetchQuery(sessionsQuery);
  const hasPassword = sessionUser()?.is_sso_shadow_user === false;
  if (hasPassword && isAllowed('account-edit.second-factors')) void queries.prefetchQuery(secondFactorsQuery);
  if (isAllowed('account-edit.close') && isAllowed('card')) void queries.prefetchQuery(cardsQuery);
}
