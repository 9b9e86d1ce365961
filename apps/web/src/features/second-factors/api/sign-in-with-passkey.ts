import { call } from '../../../lib/api-client.ts';
import { startSession } from '../../../lib/session.ts';
import { askForPasskey } from './passkey-dialogs.ts';

/** Signs in with whichever passkey the browser offers; no address is typed. */
export async function signInWithPasskey(): Promise<void> {
  const response = await askForPasskey(await call('getPasskeySignInOptions'));
  startSession(await call('signInWithPasskey', { body: { response } }));
}
