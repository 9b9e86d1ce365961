import { call } from '../../../lib/api-client.ts';
import { clearSession } from '../../../passenger/session.ts';

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
