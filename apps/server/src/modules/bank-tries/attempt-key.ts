import { hashedUuid } from '../../lib/hashing.ts';

/** The key under which the bank acts once for the try with this id: the same for the same id, also where the row of the try was lost. */
export function attemptKeyFor(tryId: string): string {
  return hashedUuid(`attempt at the bank\0${tryId}`);
}
