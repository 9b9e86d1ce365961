import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import { minuteMs } from '@tapfolio/domain/durations.ts';
import { call } from '../../../lib/api-client.ts';
import { handleError } from '../../../lib/errors.ts';
import { type Assertion, askForPasskey } from '../../../passenger/passkey-dialogs.ts';
import { startSession } from '../../../passenger/session.ts';

/** Shorter than the half hour that a challenge is valid: the page may be open much longer before the list is used. */
const renewMs = 25 * minuteMs;

const cancel = (): void => WebAuthnAbortService.cancelCeremony();

/**
 * Lists passkeys among the suggestions of the sign-in field until one is chosen or `stop` reports that the passenger signs in
 * in another way. Returns whether the passenger is signed in now. Shows nothing if the browser cannot do this or the offer is not
 * accepted; offers the list again after a refused passkey.
 */
export async function signInFromField(stop: AbortSignal): Promise<boolean> {
  if (stop.aborted || !(await browserSupportsWebAuthnAutofill())) return false;
  stop.addEventListener('abort', cancel);
  const response = await chosenPasskey(stop).catch(() => undefined);
  stop.removeEventListener('abort', cancel);
  if (!response) return false;
  try {
    startSession(await call('signInWithPasskey', { body: { response } }));
    return true;
  } catch (error) {
    handleError(error);
    return await signInFromField(stop);
  }
}

/** What the device signed. A challenge without an answer in time is replaced by a new one. */
async function chosenPasskey(stop: AbortSignal): Promise<Assertion> {
  const options = await call('getPasskeySignInOptions');
  stop.throwIfAborted();
  let isOld = false;
  const renewal = setTimeout(() => {
    isOld = true;
    cancel();
  }, renewMs);
  try {
    return await askForPasskey(options, { isFromField: true });
  } catch (error) {
    if (isOld) return await chosenPasskey(stop);
    throw error;
  } finally {
    clearTimeout(renewal);
  }
}
