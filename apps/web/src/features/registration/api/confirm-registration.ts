import { call, type Input } from '../../../lib/api-client.ts';

/** Creates the requested account, with the token of the mail and the password; returns its address. */
export async function confirmRegistration(body: Input<'confirmRegistration'>['body']): Promise<{ email: string }> {
  return await call('confirmRegistration', { body });
}
