import { hash, parseOptions, verify } from '@node-rs/argon2';
import { keyedHash } from './hashing.ts';
import { hashesAtOnce, letPoolYield } from './hashing-threads.ts';
import { Lane } from './lane.ts';

/** OWASP's argon2id setting: about 15 ms and 19 MiB per hash. Argon2id and version 19 are the library's defaults. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A well-formed hash of nothing, so that an unknown address costs what a known one does. */
const hashOfNobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** A machine on which a few hashes take longer is too slow for sign-ins. */
const longestMs = 10_000;

/**
 * Hashes at a time per process: one processor stays free for other calls. `plugins/admission.ts` decides before that, where it
 * costs least, which calls may wait and for how long: a call that was accepted there is not refused here.
 */
const lane = new Lane({ running: hashesAtOnce, waiting: 40, patienceMs: longestMs, longestMs, stuckMs: longestMs });

/** Without the key file a stolen table is useless. As text: the library compares nothing but UTF-8. */
function keyed(key: Uint8Array, password: string): string {
  return keyedHash(key, password).toString('base64');
}

let isYielding = false;

/** Runs a hash when it is its turn, on threads that step back behind everything else. */
async function hashing<Result>(work: () => Promise<Result>): Promise<Result> {
  return await lane.run(() => {
    const running = work();
    // The threads exist from the first hash on.
    if (!isYielding) letPoolYield();
    isYielding = true;
    return running;
  });
}

/** Hashes a new password. @throws `unavailable` when too many hashes wait already. */
export async function hashPassword(key: Uint8Array, password: string): Promise<string> {
  return await hashing(() => hash(keyed(key, password), cost));
}

/** Compares; without a hash it does the same work and says no. @throws `unavailable` when too many wait already. */
export async function verifyPassword(key: Uint8Array, password: string, known: string | undefined): Promise<boolean> {
  const isRight = await hashing(() => verify(known ?? hashOfNobody, keyed(key, password)));
  return isRight && known !== undefined;
}

/** Was this hash made with a setting that is no longer ours? */
export function isOutdated(known: string): boolean {
  const options = parseOptions(known);
  return options.memoryCost !== cost.memoryCost || options.timeCost !== cost.timeCost;
}
