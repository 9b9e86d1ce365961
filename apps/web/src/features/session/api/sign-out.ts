import { call } from '../../../lib/api-client.ts';
import { clearSession, onSession, sessionUser } from '../../../passenger/session.ts';

/**
 * Ends the session and removes all personal data from this device, also if the server cannot be reached (SES-02).
 * Returns the identity provider's address to go to next, if there is one.
 */
export async function signOut(): Promise<string | undefined> {
  try {
    return (await call('signOut')).data.sso_logout_redirect;
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
  const answer = call('signOut', {}, { signal: stop.signal });
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
