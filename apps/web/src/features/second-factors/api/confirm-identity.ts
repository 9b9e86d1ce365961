import { call } from '../../../lib/api-client.ts';
import { loadInTime } from '../../../lib/load-in-time.ts';

/** Proves with the password that the passenger is still there; valid for five minutes. */
export async function confirmWithPassword(password: string): Promise<void> {
  await call('confirmIdentity', { body: { password } });
}

/** Proves the same with one of the passenger's passkeys. */
export async function confirmWithPasskey(): Promise<void> {
  const options = await call('getConfirmOptions');
  const { askForPasskey } = await loadInTime(() => import('../../../passenger/passkey-dialogs.ts'));
  await call('confirmIdentity', { body: { response: await askForPasskey(options) } });
}
