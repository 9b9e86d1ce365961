import { call } from '../../../lib/api-client.ts';

/** Sets the new password, keeps the passkeys named and no others, and says whose account it is. */
export async function confirmPasswordReset(reset: {
  token: string;
  password: string;
  keepPasskeys: string[];
}): Promise<{ email: string }> {
  const { token: reset_token, password: new_password, keepPasskeys: keep_passkeys } = reset;
  return await call('confirmPasswordReset', { body: { reset_token, new_password, keep_passkeys } });
}
