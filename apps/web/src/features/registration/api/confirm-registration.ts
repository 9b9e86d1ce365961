import { call } from '../../../lib/api-client.ts';

export async function confirmRegistration(token: string): Promise<void> {
  await call('confirmRegistration', { body: { token } });
}
