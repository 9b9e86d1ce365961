import { addressBlock } from '../../lib/address-block.ts';
import type { AppContext } from '../../plugins/context.ts';
import { throttleRules } from '../throttles/throttle-rules.ts';
import { type Bucket, forgive } from '../throttles/throttles.service.ts';
import type { KnownDevice } from './device-cookie.ts';

const strangers = [throttleRules.signIn, throttleRules.signInInARow];

/**
 * Where wrong passwords for an address are counted. Browsers the owner used before have counts of their own: a stranger's
 * guesses, from wherever they come, lock only strangers out.
 */
export function guessesOn(guess: { email: string; ip: string; device: KnownDevice | undefined }): Bucket[] {
  const { email, device } = guess;
  const address = addressBlock(guess.ip);
  if (device === undefined)
    return [
      ...strangers.map((rule) => ({ rule, object: email })),
      { rule: throttleRules.signInByAddress, object: address },
    ];
  return [
    { rule: throttleRules.signInKnownDevice, object: `${email}\0${device.id}` },
    { rule: throttleRules.signInKnownInARow, object: email },
    { rule: throttleRules.signInKnownByAddress, object: address },
  ];
}

/** Opens an address again whose owner has proven in another way to be its owner. */
export async function forgiveGuesses(context: AppContext, email: string): Promise<void> {
  for (const rule of strangers) await forgive(context, { rule, object: email });
}
