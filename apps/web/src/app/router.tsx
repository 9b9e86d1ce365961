import { createRouter, defaultStringifySearch, type RouterHistory } from '@tanstack/react-router';
import { recognise } from '@tapfolio/locales/paths.ts';
import { setCurrentRoute } from '../lib/current-route.ts';
import { debug } from '../lib/errors.ts';
import { currentLocale, onLanguage } from '../lib/i18n.ts';
import { entryKey } from './entry-key.ts';
import { NotFound } from './not-found.tsx';
import { rewriteFor } from './rewrite.ts';
import { routeTree } from './route-tree.tsx';
import { ScreenFailure } from './screen-failure.tsx';

const isBrowser = typeof document !== 'undefined';

const time = /T(\d\d)%3A(\d\d)%3A(\d\d)/g;

/** Instants stay readable, and an address that contains one stays as it was requested. */
const writeSearch = (search: Record<string, unknown>): string =>
  defaultStringifySearch(search).replaceAll(time, 'T$1:$2:$3');

/** Makes the router; the prerenderer passes a history of its own. */
export function makeRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    rewrite: rewriteFor(currentLocale()),
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenFailure,
    defaultNotFoundComponent: NotFound,
    // It has a frame of its own, which must not be inside that of the signed-in area.
    notFoundMode: 'root',
    // During prerendering it would write an inline script, which the content security policy forbids.
    scrollRestoration: isBrowser,
    getScrollRestorationKey: entryKey,
    ...(history && { history }),
  });
  router.subscribe('onBeforeLoad', ({ toLocation }) => {
    const name = recognise(toLocation.pathname)?.name ?? 'not-found';
    setCurrentRoute(name);
    debug('screen', name);
  });
  return router;
}

export type AppRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/**
 * Writes the address of the current screen in the current language, without a step in the history. The router gives the entry a
 * new key; with its old scroll key the page stays where it was scrolled to.
 */
function showLocalisedAddress(router: AppRouter): void {
  const here = router.latestLocation;
  const wanted = rewriteFor(currentLocale()).output({ url: new URL(here.href, location.origin) });
  const written = `${wanted.pathname}${wanted.search}${wanted.hash}`;
  if (written !== here.publicHref) router.history.replace(written, { ...here.state, scrollKey: entryKey(here) });
}

/**
 * Keeps addresses in the language of the page (NAV-03). A new rewrite identity is needed, since the router caches the
 * addresses it has built; going back to an entry written in another language is caught after each navigation.
 */
export function followLanguage(router: AppRouter): () => void {
  let locale = currentLocale();
  const stopResolved = router.subscribe('onResolved', () => showLocalisedAddress(router));
  const stopLanguage = onLanguage(() => {
    if (locale === currentLocale()) return;
    locale = currentLocale();
    router.update({ ...router.options, rewrite: rewriteFor(locale) });
    showLocalisedAddress(router);
  });
  return () => {
    stopResolved();
    stopLanguage();
  };
}
