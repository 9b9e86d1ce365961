import { call, type Input } from '../../../lib/api-client.ts';

/** Asks for an account. The answer is the same for a known address: the rest goes by mail (REG-05). */
export async function register(body: Input<'register'>['body']): Promise<void> {
  await call('register', { body });
}
