import { call, type Input } from '../../../lib/api-client.ts';
import { agreeToTerms } from '../../../passenger/consent.ts';

/** Requests an account. The answer is the same for a known address: the rest is sent by mail (REG-05). */
export async function register(wanted: Omit<Input<'register'>['body'], 'consentVersion'>): Promise<void> {
  await agreeToTerms((consentVersion) => call('register', { body: { ...wanted, consentVersion } }));
}
