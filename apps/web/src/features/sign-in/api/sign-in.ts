import { call } from '../../../lib/api-client.ts';
import { startSession } from '../../../passenger/session.ts';

/** Signs in and stores the settings; the session itself is a cookie that the page cannot read. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  startSession(await call('signIn', { body: credentials }));
}
