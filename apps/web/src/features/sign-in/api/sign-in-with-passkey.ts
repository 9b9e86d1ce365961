import { call } from '../../../lib/api-client.ts';
import { askForPasskey } from '../../../passenger/passkey-dialogs.ts';
import { startSession } from '../../../passenger/session.ts';

/** Signs in with any passkey that the browser offers; the passenger types no address. */
export async function signInWithPasskey(): Promise<void> {
  const response = await askForPasskey(await call('getPasskeySignInOptions'));
  startSession(await call('signInWithPasskey', { body: { response } }));
}
