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

const isCall = (url: string): boolean => new URL(url).pathname.startsWith('/public/');

/**
 * Caches the program, never the data: hashed files come from the cache, pages from the network, and the shell replaces a page
 * if there is no network. What a page calls (`/public/`) is not touched. A new version waits until the passenger asks for it (WEB-01).
 *
 * A call that the whole browser makes, as on the way to the identity provider and back, is answered with what the browser has
 * preloaded. A worker that left it alone would make the browser send it twice, and a return from the provider counts only once.
 */
const worker = new Serwist({
  precacheEntries: self.__SW_MANIFEST ?? [],
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: false,
  clientsClaim: true,
  navigationPreload: true,
  runtimeCaching: [
    {
      matcher: ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
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
  fallbacks: {
    entries: [{ url: shell, matcher: ({ request }) => request.mode === 'navigate' && !isCall(request.url) }],
  },
});

worker.addEventListeners();
