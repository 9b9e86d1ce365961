import { report } from '../lib/errors.ts';
import { keepReaderMessages } from './keep-reader-messages.ts';
import { offerNewer } from './newer-version.ts';
import { offerVersion } from './offer-version.ts';

const script = '/sw.js';

/** The part of trusted types used here; the DOM declarations do not have them yet. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
};
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // absent before Firefox 148 and Safari 26

/** The only script address that trusted types allow; the content security policy names this policy. */
function scriptAddress(): string {
  const policy = trustedTypes?.createPolicy('sw', { createScriptURL: () => script });
  return policy?.createScriptURL(script) ?? script;
}

/** Registers the service worker and watches for newer ones. */
export async function startServiceWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(scriptAddress());
    offerNewer(registration, (waiting) => offerVersion(waiting));
    await keepReaderMessages();
  } catch (error) {
    // The portal works without it, except without a network.
    report(error);
  }
}
