import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '@tapfolio/domain/durations.ts';

export type ChallengePurpose = 'add' | 'sign_in' | 'confirm';

/** What a challenge is for, and for which passenger; null before sign-in. */
export interface ChallengeUse {
  readonly purpose: ChallengePurpose;
  readonly owner: string | null;
}

/** How long a challenge is good. The sign-in form keeps one ready while it is looked at and asks for another in time. */
const lifeMs: Record<ChallengePurpose, number> = { add: 5 * minuteMs, confirm: 5 * minuteMs, sign_in: 30 * minuteMs };

const randomLength = 16;
const headLength = randomLength + 6;
const macLength = 32;

/**
 * A random value for a device to sign. It contains the time at which it expires and is signed with our key. So handing one out
 * needs no write: only an answered one is stored.
 */
export function makeChallenge(key: Uint8Array, use: ChallengeUse, now: Date): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(headLength);
  randomBytes(randomLength).copy(head);
  head.writeUIntBE(now.getTime() + lifeMs[use.purpose], randomLength, headLength - randomLength);
  return new Uint8Array(Buffer.concat([head, macOf(key, use, head)]));
}

/** Whether the server made this challenge, for this use, and it has not ended. */
export function isValidChallenge(key: Uint8Array, use: ChallengeUse, challenge: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== headLength + macLength) return false;
  const head = bytes.subarray(0, headLength);
  if (!timingSafeEqual(bytes.subarray(headLength), macOf(key, use, head))) return false;
  return head.readUIntBE(randomLength, headLength - randomLength) > now.getTime();
}

function macOf(key: Uint8Array, { purpose, owner }: ChallengeUse, head: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`${purpose}\0${owner ?? ''}\0`)
    .update(head)
    .digest();
}
