import type { PrecacheEntry, SerwistGlobalConfig } from 'serwist';
import { CacheFirst, ExpirationPlugin, NetworkOnly, Serwist } from 'serwist';

declare global {
  interface WorkerGlobalScope extends SerwistGlobalConfig {
    __SW_MANIFEST: (PrecacheEntry | string)[] | undefined;
  }
}
declare const self: ServiceWorkerGlobalScope;

/** The page for times without a network. No passenger opens this address: a page cached under its own address would never come from the network. */
const shell = '/?shell';
const monthSeconds = 30 * 24 * 60 * 60;

/**
 * Caches the program, never the data: hashed files come from the cache, pages from the network, and the shell replaces a page
 * if there is no network. Calls (`/public/`) are not touched. A new version waits until the passenger asks for it (WEB-01).
 */
const worker = new Serwist({
  precacheEntries: self.__SW_MANIFEST ?? [],
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: false,
  clientsClaim: true,
  navigationPreload: true,
  runtimeCaching: [
    {
      matcher: ({ request, sameOrigin, url }) =>
        sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/public/'),
      handler: new NetworkOnly(),
    },
    {
      matcher: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
      handler: new CacheFirst({
        cacheName: 'assets',
        plugins: [new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: monthSeconds })],
      }),
    },
  ],
  fallbacks: { entries: [{ url: shell, matcher: ({ request }) => request.mode === 'navigate' }] },
});

worker.addEventListeners();
