import { createHmac, hash, type KeyObject, randomBytes } from 'node:crypto';
import { uuidFrom } from './ids.ts';

/** SHA-256 of a text or of bytes. */
export function sha256(input: string | Uint8Array): Buffer {
  return hash('sha256', input, 'buffer');
}

/** HMAC-SHA-256 of a text: who does not have the key can neither compute nor check it. */
export function keyedHash(key: Uint8Array | KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** A new secret of 256 bits, as 43 characters that are safe in a cookie, a path and a mail. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * A UUID version 8 from the first 122 bits of HMAC-SHA-256(key, value): the same value always gives the same id.
 * A key that is used often should be a `KeyObject`: setting one up costs five times the hash.
 */
export function keyedUuid(key: Uint8Array | KeyObject, value: string): string {
  return uuidFrom(keyedHash(key, value), 8);
}

/** A UUID version 8 from SHA-256(value), for ids that are no secret. */
export function hashedUuid(value: string): string {
  return uuidFrom(sha256(value), 8);
}
