import type { KnownDevice } from '../gate/device-cookie.ts';
import { throttleRules } from '../modules/throttles/throttle-rules.ts';
import { type Bucket, forgive, fromAddress } from '../modules/throttles/throttles.service.ts';
import type { Using } from '../plugins/context.ts';

/**
 * Where wrong passwords for an address are counted. Browsers the owner used before have counts of their own: a stranger's
 * guesses, from wherever they come, lock only strangers out.
 */
export function guessesOn(guess: { email: string; ip: string; device: KnownDevice | undefined }): Bucket[] {
  const { email, device } = guess;
  if (device === undefined)
    return [...guessesOfStrangers(email), ...fromAddress(throttleRules.signInByAddress, guess.ip)];
  return [...guessesAt(email, device), ...fromAddress(throttleRules.signInKnownByAddress, guess.ip)];
}

/** Opens an address again whose owner has proven in another way to be its owner, and the browser it was proven in. */
export async function forgiveGuesses(
  context: Using<'pool' | 'keys'>,
  { email, device }: { email: string; device: KnownDevice | undefined },
): Promise<void> {
  const known = device === undefined ? [] : guessesAt(email, device);
  for (const bucket of [...guessesOfStrangers(email), ...known]) await forgive(context, bucket);
}

function guessesOfStrangers(email: string): Bucket[] {
  return [
    { rule: throttleRules.signIn, object: email },
    { rule: throttleRules.signInInARow, object: email },
  ];
}

function guessesAt(email: string, device: KnownDevice): Bucket[] {
  return [
    { rule: throttleRules.signInKnownDevice, object: `${email}\0${device.id}` },
    { rule: throttleRules.signInKnownInARow, object: email },
  ];
}
