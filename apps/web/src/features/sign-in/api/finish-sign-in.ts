import { call } from '../../../lib/api-client.ts';
import { startSession } from '../../../passenger/session.ts';

/** Takes over the settings of a session that the identity provider's way has just opened. */
export async function finishSignIn(): Promise<void> {
  startSession(await call('getSettings', { query: { domain: location.hostname } }));
}
