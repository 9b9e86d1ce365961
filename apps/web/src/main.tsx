import './tokens.css';
import { RouterProvider } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { focusOnNavigation } from './app/focus-on-navigation.ts';
import { followLanguage, makeRouter } from './app/router.tsx';
import { startLanguage } from './app/start-language.ts';
import { makeLostSession } from './features/session/lost-session.ts';
import { setUnauthorisedHandler } from './lib/api-client.ts';
import { startPortalConfig } from './lib/portal-config.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the portal');

const writtenIn = document.documentElement.lang;
await startLanguage(await startPortalConfig());

const router = makeRouter();
followLanguage(router);
focusOnNavigation(router);
setUnauthorisedHandler(
  makeLostSession({
    currentPath: () => router.latestLocation.publicHref,
    goToLogin: () => router.navigate({ to: pathOf('login'), replace: true }),
    reload: () => location.reload(),
  }),
);
await router.load();

const portal = <RouterProvider router={router} />;
if (root.hasAttribute('data-prerendered') && writtenIn === document.documentElement.lang) {
  // Tells the router that its first matches are already in the page, so that it adds no boundary of its own.
  router.ssr = { manifest: undefined };
  hydrateRoot(root, portal);
} else {
  createRoot(root).render(portal);
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // After the page is usable: what the worker fetches must not compete with it.
  const { startServiceWorker } = await import('./app/service-worker.ts');
  setTimeout(() => void startServiceWorker(), 3000);
}
