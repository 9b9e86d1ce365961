import type { PrecacheEntry, SerwistGlobalConfig, SerwistPlugin } from 'serwist';
import { CacheFirst, ExpirationPlugin, NetworkFirst, NetworkOnly, Serwist } from 'serwist';

declare global {
  interface WorkerGlobalScope extends SerwistGlobalConfig {
    __SW_MANIFEST: (PrecacheEntry | string)[] | undefined;
  }
}
declare const self: ServiceWorkerGlobalScope;

/** The page for times without a network. No passenger opens this address: a page cached under its own address would never come from the network. */
const shell = '/?shell';
const monthSeconds = 30 * 24 * 60 * 60;

const entries = self.__SW_MANIFEST ?? [];
/** The addresses of the files of this version. */
const files = new Set(entries.map((entry) => new URL(typeof entry === 'string' ? entry : entry.url, self.origin).href));

/**
 * Takes the shell only if it asks for a script of this version. While servers are replaced one by one, one of the older version may
 * answer, and nobody stored the script of its page. The installation then fails, and the browser repeats it at a later visit.
 */
const ofThisVersion: SerwistPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    if (response.status >= 400) return null;
    if (!request.url.endsWith(shell)) return response;
    const scripts = [...(await response.clone().text()).matchAll(/<script [^>]*src="([^"]+)"/g)];
    return scripts.some(([, address = '']) => files.has(new URL(address, self.origin).href)) ? response : null;
  },
};

let isIncomplete = false;

/** The library waits for ever if a file of an installation fails. So it does not learn of it, and the installation fails at its end. */
const failLater: SerwistPlugin = {
  handlerDidError: async ({ event }) => {
    if (event.type !== 'install') return undefined;
    isIncomplete = true;
    return Response.error();
  },
};

async function install(event: ExtendableEvent): Promise<void> {
  await worker.handleInstall(event);
  if (isIncomplete) throw new Error('a file of this version did not arrive');
}

/** The path of the call for what readers show (`keep-reader-messages.ts` asks for it ahead). */
const readerMessages = '/public/api/v1/portal/reader-messages';

const isCall = (url: string): boolean => new URL(url).pathname.startsWith('/public/');

/**
 * Caches the program, never the data: hashed files come from the cache, pages from the network, and the shell replaces a page
 * if there is no network. What a page calls (`/public/`) is not touched, but for what readers show, which is the same for everybody. A new version waits until the passenger asks for it (WEB-01).
 *
 * A call that the whole browser makes, as on the way to the identity provider and back, is answered with what the browser has
 * preloaded. A worker that left it alone would make the browser send it twice, and a return from the provider counts only once.
 */
const worker = new Serwist({
  precacheEntries: entries,
  precacheOptions: { cleanupOutdatedCaches: true, plugins: [ofThisVersion, failLater] },
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
    {
      // A card is refused where the network is bad.
      matcher: ({ sameOrigin, url }) => sameOrigin && url.pathname === readerMessages,
      handler: new NetworkFirst({ cacheName: 'reader-messages' }),
    },
  ],
  fallbacks: {
    entries: [{ url: shell, matcher: ({ request }) => request.mode === 'navigate' && !isCall(request.url) }],
  },
});

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', worker.handleActivate);
self.addEventListener('fetch', worker.handleFetch);
