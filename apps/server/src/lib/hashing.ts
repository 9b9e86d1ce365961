import { createHmac, hash, type KeyObject, randomBytes } from 'node:crypto';

/** SHA-256 of a text or of bytes. */
export function sha256(input: string | Uint8Array): Buffer {
  return hash('sha256', input, 'buffer');
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
  return uuidFromBytes(createHmac('sha256', key).update(value).digest());
}

/** A UUID version 8 from SHA-256(value), for ids that are no secret. */
export function hashedUuid(value: string): string {
  return uuidFromBytes(sha256(value));
}

function uuidFromBytes(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x80;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
