import { call } from '../../../lib/api-client.ts';

export async function confirmPasswordReset(token: string, password: string): Promise<void> {
  await call('confirmPasswordReset', { body: { reset_token: token, new_password: password } });
}
