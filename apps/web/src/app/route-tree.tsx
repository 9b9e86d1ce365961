import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import type { ErrorCode } from '@tapfolio/contracts/errors.ts';
import { isPermitted } from '@tapfolio/domain/permissions.ts';
import type { RouteName } from '@tapfolio/locales/path-table.ts';
import { pathOf, recognise } from '@tapfolio/locales/paths.ts';
import { loadQuestionTexts, loadTexts } from '../lib/i18n.ts';
import { loadInTime } from '../lib/load-in-time.ts';
import { keepLinkToken, type LinkRoute, takenToken } from '../passenger/link-token.ts';
import { sessionUser } from '../passenger/session.ts';
import { rememberPage } from '../passenger/wished-page.ts';
import { readCardAddSearch, readCardSearch } from './card/card-search.ts';
import { handOnAnswer } from './hand-on-answer.ts';
import { readHistorySearch } from './history/history-search.ts';
import { PublicLayout } from './public-layout.tsx';
import { readQuestionsSearch } from './questions-search.ts';
import { RootFrame } from './root-frame.tsx';
import { LoginScreen } from './routes/login.tsx';

/**
 * When a deployment has replaced the script of a screen, the router reloads the page once. It recognises this by the browsers' error
 * messages, so the build tool's message about missing styles is rewritten into one of those. Without a network a reload would leave the
 * portal, so the router gets words of ours.
 */
function inWordsForRouter(error: Error): never {
  if (!navigator.onLine) throw new Error('the screen did not arrive without a network', { cause: error });
  error.message = error.message.replace('Unable to preload CSS for', 'Failed to fetch dynamically imported module:');
  throw error;
}

/** A screen is a chunk of its own, which must arrive within a time limit (NAV-09). */
function screen<M extends Record<K, React.ComponentType>, K extends string & keyof M>(load: () => Promise<M>, name: K) {
  return lazyRouteComponent(() => loadInTime(load).catch(inWordsForRouter), name);
}

const root = createRootRoute({ component: RootFrame });

const open = createRoute({ getParentRoute: () => root, id: 'open', component: PublicLayout });

/** Most screens need all texts; sign-in shows itself first and loads them right after. */
const withTexts = () => loadInTime(loadTexts);

/** Starts the calls of a signed-in screen beside its script and texts. The screen itself waits for the answers. */
const withData = ({ location }: { location: ParsedLocation }) =>
  loadInTime(async () => (await import('./area-data.ts')).startData(location));

/** Removes the token of a mailed link from the address before anything of the screen is loaded. */
function takeToken(route: LinkRoute, token: string, isPreload: boolean): void {
  if (token === takenToken || isPreload) return;
  keepLinkToken(route, token);
  throw redirect({ to: pathOf(route), params: { token: takenToken }, replace: true });
}

const login = createRoute({
  getParentRoute: () => open,
  path: pathOf('login'),
  beforeLoad: () => {
    if (sessionUser()) throw redirect({ to: pathOf('passenger-area'), replace: true });
  },
  // The start itself draws this, so it needs no chunk.
  component: LoginScreen,
});
const register = createRoute({
  getParentRoute: () => open,
  path: pathOf('register'),
  loader: withTexts,
  component: screen(() => import('./routes/register.tsx'), 'RegisterScreen'),
});
const confirmRegistration = createRoute({
  getParentRoute: () => open,
  path: pathOf('confirm-registration'),
  beforeLoad: ({ params, preload }) => takeToken('confirm-registration', params.token, preload),
  loader: withTexts,
  component: screen(() => import('./routes/confirm-registration.tsx'), 'ConfirmRegistrationScreen'),
});
const receiptPageScreen = screen(() => import('./routes/receipt-page.tsx'), 'ReceiptPageScreen');
const receiptPage = createRoute({
  getParentRoute: () => open,
  path: pathOf('receipt-page'),
  loader: withTexts,
  component: receiptPageScreen,
});
const receipt = createRoute({
  getParentRoute: () => open,
  path: pathOf('receipt'),
  loader: withTexts,
  component: receiptPageScreen,
});
const resetPassword = createRoute({
  getParentRoute: () => open,
  path: pathOf('reset-password'),
  loader: withTexts,
  component: screen(() => import('./routes/reset-password.tsx'), 'ResetPasswordScreen'),
});
const changePassword = createRoute({
  getParentRoute: () => open,
  path: pathOf('change-password'),
  beforeLoad: ({ params, preload }) => takeToken('change-password', params.token, preload),
  loader: withTexts,
  component: screen(() => import('./routes/change-password.tsx'), 'ChangePasswordScreen'),
});
const stopEmails = createRoute({
  getParentRoute: () => open,
  path: pathOf('stop-emails'),
  beforeLoad: ({ params, preload }) => takeToken('stop-emails', params.token, preload),
  loader: withTexts,
  component: screen(() => import('./routes/stop-emails.tsx'), 'StopEmailsScreen'),
});
const error = createRoute({
  getParentRoute: () => open,
  path: pathOf('error'),
  loader: withTexts,
  component: screen(() => import('./routes/error.tsx'), 'ErrorScreen'),
});
const logout = createRoute({
  getParentRoute: () => open,
  path: pathOf('logout'),
  component: screen(() => import('./routes/logout.tsx'), 'LogoutScreen'),
});
const ssoCallback = createRoute({
  getParentRoute: () => open,
  path: pathOf('sso-callback'),
  beforeLoad: handOnAnswer,
  loader: withTexts,
  component: screen(() => import('./routes/sso-callback.tsx'), 'SsoCallbackScreen'),
});

const notAllowed = { to: pathOf('error'), search: { code: '0107' satisfies ErrorCode }, replace: true } as const;

/** The screen for a passenger without permission for home, so that signing in does not end with a refusal. */
const firstPlaces = ['card', 'card-trips-history', 'card-payments-history', 'account-edit'] as const;

/** Who has asked reads the answer, also after the operator has stopped taking questions: no permission is needed. */
const isForAll = (name: RouteName): boolean => name === 'questions';

const area = createRoute({
  getParentRoute: () => root,
  id: 'area',
  beforeLoad: ({ location, preload }) => {
    const user = sessionUser();
    if (!user) {
      // The router also preloads the link that has the focus: that does not mean that the passenger wants to go there.
      if (!preload) rememberPage(location.publicHref);
      throw redirect({ to: pathOf('login'), replace: true });
    }
    const may = (route: string): boolean => isPermitted(user.permissions, { group: 'any' }, route);
    if (user.show_first_page && may('passenger-area') && location.pathname !== pathOf('passenger-area')) {
      throw redirect({ to: pathOf('passenger-area'), replace: true });
    }
    const { name } = recognise(location.pathname) ?? {};
    if (!name || isForAll(name) || may(name)) return;
    const elsewhere = name === 'passenger-area' ? firstPlaces.find(may) : undefined;
    throw redirect(elsewhere ? { to: pathOf(elsewhere), replace: true } : notAllowed);
  },
  loader: withTexts,
  component: screen(() => import('./area-layout.tsx'), 'AreaLayout'),
});
const passengerArea = createRoute({
  getParentRoute: () => area,
  path: pathOf('passenger-area'),
  loader: withData,
  component: screen(() => import('./routes/passenger-area.tsx'), 'PassengerAreaScreen'),
});
const accountEdit = createRoute({
  getParentRoute: () => area,
  path: pathOf('account-edit'),
  loader: withData,
  component: screen(() => import('./routes/account-edit.tsx'), 'AccountEditScreen'),
});
const questions = createRoute({
  getParentRoute: () => area,
  path: pathOf('questions'),
  validateSearch: readQuestionsSearch,
  loader: async (opened) => {
    await Promise.all([withData(opened), loadInTime(loadQuestionTexts)]);
  },
  component: screen(() => import('./routes/questions.tsx'), 'QuestionsScreen'),
});
const card = createRoute({
  getParentRoute: () => area,
  path: pathOf('card'),
  validateSearch: readCardSearch,
  loader: withData,
  component: screen(() => import('./routes/card.tsx'), 'CardScreen'),
});
const cardAdd = createRoute({
  getParentRoute: () => area,
  path: pathOf('card-add'),
  validateSearch: readCardAddSearch,
  component: screen(() => import('./routes/card-add.tsx'), 'CardAddScreen'),
});
const tripsHistoryScreen = screen(() => import('./routes/trips-history.tsx'), 'TripsHistoryScreen');
const trips = createRoute({
  getParentRoute: () => area,
  path: pathOf('card-trips-history'),
  validateSearch: readHistorySearch,
  loader: withData,
  component: tripsHistoryScreen,
});
const tripsOfCard = createRoute({
  getParentRoute: () => area,
  path: pathOf('card-trips-history-table'),
  validateSearch: readHistorySearch,
  loader: withData,
  component: tripsHistoryScreen,
});
const paymentsHistoryScreen = screen(() => import('./routes/payments-history.tsx'), 'PaymentsHistoryScreen');
const payments = createRoute({
  getParentRoute: () => area,
  path: pathOf('card-payments-history'),
  validateSearch: readHistorySearch,
  loader: withData,
  component: paymentsHistoryScreen,
});
const paymentsOfCard = createRoute({
  getParentRoute: () => area,
  path: pathOf('card-payments-history-table'),
  validateSearch: readHistorySearch,
  loader: withData,
  component: paymentsHistoryScreen,
});
const productsHistoryScreen = screen(() => import('./routes/products-history.tsx'), 'ProductsHistoryScreen');
const products = createRoute({
  getParentRoute: () => area,
  path: pathOf('card-products-history'),
  validateSearch: readHistorySearch,
  loader: withData,
  component: productsHistoryScreen,
});
const productsOfCard = createRoute({
  getParentRoute: () => area,
  path: pathOf('card-products-history-table'),
  validateSearch: readHistorySearch,
  loader: withData,
  component: productsHistoryScreen,
});
const favourites = createRoute({
  getParentRoute: () => area,
  path: pathOf('card-favourites-table'),
  validateSearch: readHistorySearch,
  loader: withData,
  component: screen(() => import('./routes/card-favourites.tsx'), 'CardFavouritesScreen'),
});

export const routeTree = root.addChildren([
  open.addChildren([
    login,
    register,
    confirmRegistration,
    receiptPage,
    receipt,
    resetPassword,
    changePassword,
    stopEmails,
    error,
    logout,
    ssoCallback,
  ]),
  area.addChildren([
    passengerArea,
    accountEdit,
    questions,
    card,
    cardAdd,
    trips,
    tripsOfCard,
    payments,
    paymentsOfCard,
    products,
    productsOfCard,
    favourites,
  ]),
]);
