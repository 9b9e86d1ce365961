import type { AppContext } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { type Bucket, forgive } from '../throttles/throttles.service.ts';
import type { KnownDevice } from './device-cookie.ts';

const strangers = [throttleRules.signIn, throttleRules.signInInARow];

/**
 * Where wrong passwords for an address are counted. A browser the owner used before has a count of its own: a stranger's
 * guesses lock only strangers out.
 */
export function guessesOn({ email, device }: { email: string; device: KnownDevice | undefined }): Bucket[] {
  if (device !== undefined) return [{ rule: throttleRules.signInKnownDevice, object: `${email}\0${device.id}` }];
  return strangers.map((rule) => ({ rule, object: email }));
}

/** Opens an address again whose owner has proven in another way to be its owner. */
export async function forgiveGuesses(context: AppContext, email: string): Promise<void> {
  for (const rule of strangers) await forgive(context, { rule, object: email });
}
