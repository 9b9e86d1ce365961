import { call } from '../../../lib/api-client.ts';
import { clearSession } from '../../../passenger/session.ts';

/**
 * Ends the session and forgets everything personal on this device, also when the server cannot be reached (SES-02).
 * Gives the identity provider's address to go to next, when there is one.
 */
export async function signOut(): Promise<string | undefined> {
  try {
    return (await call('signOut')).data.sso_logout_redirect;
  } finally {
    clearSession();
  }
}
