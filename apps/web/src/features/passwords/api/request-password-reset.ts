import { call } from '../../../lib/api-client.ts';

/** Asks for a link by mail. The answer does not say whether the address has an account (AUTH-10). */
export async function requestPasswordReset(email: string): Promise<void> {
  await call('requestPasswordReset', { body: { email } });
}
