import { type CallOptions, call } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { clearSession, onSession, sessionUser } from '../../../passenger/session.ts';

/** A server that is busy asks for about this long. */
const pauseMs = 2000;

/**
 * Tells the server, and once more if it is busy: as long as the session is open there, or at the identity provider, the next person at this
 * device can use it. Returns the identity provider's address to go to next, if there is one.
 */
async function endAtServer(options?: CallOptions): Promise<string | undefined> {
  const ask = async () => (await call('signOut', {}, options)).data.sso_logout_redirect;
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return await ask();
}

/**
 * Ends the session and removes all personal data from this device, also if the server cannot be reached (SES-02).
 * Returns the identity provider's address to go to next, if there is one.
 */
export async function signOut(): Promise<string | undefined> {
  try {
    return await endAtServer();
  } finally {
    clearSession();
  }
}

/**
 * Ends the session at the server, and forgets nothing here. With a sign-in the call ends: its answer must not take the cookie of the new
 * session away. Returns the identity provider's address to go to next, if there is one and nobody has signed in.
 */
export async function signOutAtServer(): Promise<string | undefined> {
  const stop = new AbortController();
  const stopListening = onSession(() => {
    if (sessionUser()) stop.abort();
  });
  try {
    return await endAtServer({ signal: stop.signal });
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    stopListening();
  }
}

/**
 * Forgets everything personal on this device at once; the server is told behind. Gives the identity provider's address to go to
 * next, when the server names one before a passenger signs in again.
 */
export async function signOutAtOnce(): Promise<string | undefined> {
  const answer = signOutAtServer();
  clearSession();
  return await answer.catch(() => undefined);
}
