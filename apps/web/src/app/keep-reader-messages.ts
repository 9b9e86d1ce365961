import { listReaderMessages } from '../features/reader-messages/api/list-reader-messages.ts';
import { currentLocale } from '../lib/i18n.ts';

/**
 * Has the service worker store what readers show, in the language of the page, once it controls the page and if it has it not yet: the
 * list is needed without a network too, and most passengers have never opened it. The worker stores each answer to this call (`sw.ts`).
 */
export async function keepReaderMessages(): Promise<void> {
  await underWorker();
  const language = currentLocale();
  const kept = await (await caches.open('reader-messages')).keys();
  const isKept = kept.some(({ url }) => new URL(url).searchParams.get('language') === language);
  if (isKept) return;
  await listReaderMessages(language, new AbortController().signal).catch(() => {});
}

/** A worker that has just been installed takes over the pages that are open. */
async function underWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
}
