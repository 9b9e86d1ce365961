import { report } from '../lib/errors.ts';
import { notify } from '../lib/notices.ts';
import { offerNewer } from './newer-version.ts';

const script = '/sw.js';

/** The part of trusted types used here; the DOM declarations do not have them yet. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
};
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // absent outside Chromium

/** The only script address that trusted types allow; the content security policy names this policy. */
function scriptAddress(): string {
  const policy = trustedTypes?.createPolicy('sw', { createScriptURL: () => script });
  return policy?.createScriptURL(script) ?? script;
}

/** Offers a version that is ready; nothing changes until the passenger agrees (WEB-01). */
function offer(waiting: ServiceWorker): void {
  notify({
    type: 'info',
    uniqId: 'update',
    duration: 0,
    isOfPage: true,
    title: (t) => t('nav.updateAvailable'),
    action: { label: (t) => t('nav.updateNow'), run: () => changeTo(waiting) },
  });
}

function changeTo(waiting: ServiceWorker): void {
  // Another tab has changed to it, or a newer one has replaced it.
  if (waiting.state !== 'installed') {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage({ type: 'SKIP_WAITING' });
}

/** Registers the service worker and watches for newer ones. */
export async function startServiceWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(scriptAddress());
    offerNewer(registration, offer);
  } catch (error) {
    // The portal works without it, except without a network.
    report(error);
  }
}
