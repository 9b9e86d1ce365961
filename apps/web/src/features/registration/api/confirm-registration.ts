import { call, type Input } from '../../../lib/api-client.ts';

/** Makes the account that was asked for, with the token of the mail and the password; answers its address. */
export async function confirmRegistration(body: Input<'confirmRegistration'>['body']): Promise<{ email: string }> {
  return await call('confirmRegistration', { body });
}
