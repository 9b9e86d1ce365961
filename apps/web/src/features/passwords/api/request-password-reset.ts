import { call } from '../../../lib/api-client.ts';

/** Asks for a link by mail. Whether the address has an account is told to nobody (AUTH-10). */
export async function requestPasswordReset(email: string): Promise<void> {
  await call('requestPasswordReset', { body: { email } });
}
