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

/**
 * Offers a version that is ready; nothing changes until the passenger agrees (WEB-01). A reload would empty a form, so the offer then
 * says so and asks once more.
 */
function offer(waiting: ServiceWorker, isWarned = false): void {
  notify({
    type: isWarned ? 'warning' : 'info',
    uniqId: 'update',
    duration: 0,
    isOfPage: true,
    title: (t) => t('nav.updateAvailable'),
    content: isWarned ? (t) => t('nav.updateLoses') : undefined,
    action: {
      label: (t) => t('nav.updateNow'),
      run: () => (isFormFilledIn() && !isWarned ? offer(waiting, true) : changeTo(waiting)),
    },
  });
}

const isFormFilledIn = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('form input')].some(
    (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked,
  );

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
    offerNewer(registration, (waiting) => offer(waiting));
  } catch (error) {
    // The portal works without it, except without a network.
    report(error);
  }
}
