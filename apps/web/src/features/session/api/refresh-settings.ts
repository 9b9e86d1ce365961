import { call } from '../../../lib/api-client.ts';
import { renewSession, sessionUser } from '../../../passenger/session.ts';

/** Takes over the newest settings, which also tells the server that the passenger is there. */
export async function refreshSettings(): Promise<void> {
  const answer = await call('getSettings');
  // A passenger who signed out while the answer was on its way stays signed out.
  if (sessionUser()?.email === answer.user.email) renewSession(answer);
}
