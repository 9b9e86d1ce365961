import { call } from '../../../lib/api-client.ts';
import { renewSession } from '../../../passenger/session.ts';

/** Takes over the settings of a session that the identity provider's way has just opened. */
export async function finishSignIn(): Promise<void> {
  renewSession(await call('getSettings', { query: { domain: location.hostname } }));
}
