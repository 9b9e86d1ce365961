import { type CallOptions, call, type Output } from '../../../lib/api-client.ts';
import { mayRetry } from '../../../lib/may-retry.ts';
import { clearSession, onSession, sessionUser } from '../../../passenger/session.ts';

const pauseMs = 1000;

/**
 * Tells the server, and again if it is busy or was not reached: as long as the session is open there, or at the identity provider, the
 * next person at this device can use it.
 */
async function endAtServer(options: CallOptions = {}): Promise<Output<'signOut'>> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call('signOut', {}, options);
    } catch (error) {
      if (options.signal?.aborted || !mayRetry(failures, error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** failures));
    options.signal?.throwIfAborted();
  }
}

/**
 * Ends the session and removes all personal data from this device, also if the server cannot be reached (SES-02).
 * Returns the identity provider's address to go to next, if there is one.
 */
export async function signOut(): Promise<string | undefined> {
  try {
    return (await endAtServer()).data.sso_logout_redirect;
  } finally {
    clearSession();
  }
}

/**
 * Forgets everything personal on this device at once; the server is told behind. Gives the identity provider's address to go to
 * next, when the server names one before a passenger signs in again. With that sign-in the call ends: its answer must not
 * take the cookie of the new session away.
 */
export async function signOutAtOnce(): Promise<string | undefined> {
  const stop = new AbortController();
  const answer = endAtServer({ signal: stop.signal });
  clearSession();
  const stopListening = onSession(() => {
    if (sessionUser()) stop.abort();
  });
  try {
    return (await answer).data.sso_logout_redirect;
  } catch {
    return undefined;
  } finally {
    stopListening();
  }
}
