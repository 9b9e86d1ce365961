import type { QueryClient } from '@tanstack/react-query';
import type { PermissionEntry } from '@tapfolio/contracts/permissions.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { recognise } from '@tapfolio/locales/paths.ts';
import { settingsQuery } from '../features/account/api/get-settings.ts';
import { sessionsQuery } from '../features/account/api/list-sessions.ts';
import { cardQuery } from '../features/cards/api/get-card.ts';
import { cardsQuery } from '../features/cards/api/list-cards.ts';
import { chosenCard } from '../features/cards/chosen-card.ts';
import { paymentsQuery } from '../features/payments/api/list-payments.ts';
import { activeTicketsQuery } from '../features/products/api/list-active-tickets.ts';
import { productsQuery } from '../features/products/api/list-products.ts';
import { secondFactorsQuery } from '../features/second-factors/api/list-second-factors.ts';
import { weeklySpendQuery } from '../features/trips/api/get-spend.ts';
import { tripsQuery } from '../features/trips/api/list-trips.ts';
import { currentLocale } from '../lib/i18n.ts';
import { sessionUser } from '../passenger/session.ts';
import { areaClient } from './area-client.ts';
import { filterOf } from './history/history-filter.ts';
import { readCardSearch, readHistorySearch } from './history/history-search.ts';

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
  'card-trips-history': startTrips,
  'card-trips-history-table': startTrips,
  'card-payments-history': startPayments,
  'card-payments-history-table': startPayments,
  'card-products-history': startProducts,
  'card-products-history-table': startProducts,
  'card-favourites-table': ({ queries }) => void queries.prefetchQuery(cardsQuery),
};

/** What the screen does not show is not asked for either. */
function may(entry: PermissionEntry): boolean {
  const user = sessionUser();
  const [route = '', action] = entry.split('.');
  return user !== undefined && isPermitted(user.permissions, { group: 'any', route, ...(action && { action }) }, '');
}

function startHome({ queries }: Asked): void {
  const language = currentLocale();
  if (may('card-trips-history-table')) void queries.prefetchQuery(weeklySpendQuery(language));
  const cards = queries.fetchQuery(cardsQuery);
  if (!may('card-products-history-table')) return void cards.catch(ignore);
  // Which cards there are is known only then.
  cards
    .then(({ items }) => items.forEach((card) => void queries.prefetchQuery(activeTicketsQuery(card.id, language))))
    .catch(ignore);
}

/** The screen asks for the same and says what went wrong. */
const ignore = (): void => undefined;

function startAccount({ queries }: Asked): void {
  void queries.prefetchQuery(settingsQuery);
  if (may('account-edit.sessions')) void queries.prefetchQuery(sessionsQuery);
  const hasPassword = sessionUser()?.is_sso_shadow_user === false;
  if (hasPassword && may('account-edit.second-factors')) void queries.prefetchQuery(secondFactorsQuery);
}

/** The card in the address, else the one that the screen is going to choose. */
const cardOf = ({ id = chosenCard() }: Asked): number | undefined =>
  id !== undefined && Number.isInteger(id) && id > 0 ? id : undefined;

function startTrips(asked: Asked): void {
  const id = startCards(asked);
  if (id !== undefined) void asked.queries.prefetchQuery(tripsQuery(id, filterIn(asked), currentLocale()));
}

function startPayments(asked: Asked): void {
  const id = startCards(asked);
  if (id !== undefined) void asked.queries.prefetchQuery(paymentsQuery(id, filterIn(asked), currentLocale()));
}

function startProducts(asked: Asked): void {
  const id = startCards(asked);
  if (id !== undefined) void asked.queries.prefetchQuery(productsQuery(id, filterIn(asked), currentLocale()));
}

function startCards(asked: Asked): number | undefined {
  void asked.queries.prefetchQuery(cardsQuery);
  return cardOf(asked);
}

const filterIn = ({ search }: Asked) => filterOf(readHistorySearch(search));
