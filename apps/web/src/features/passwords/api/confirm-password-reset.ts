import { call } from '../../../lib/api-client.ts';

/** Sets the new password, keeps only the named passkeys, and returns the address of the account. */
export async function confirmPasswordReset(reset: {
  token: string;
  password: string;
  keepPasskeys: string[];
}): Promise<{ email: string }> {
  const { token: reset_token, password: new_password, keepPasskeys: keep_passkeys } = reset;
  return await call('confirmPasswordReset', { body: { reset_token, new_password, keep_passkeys } });
}
