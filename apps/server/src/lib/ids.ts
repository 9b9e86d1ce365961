import { randomBytes } from 'node:crypto';

const pattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Is this a UUID as we write it, in lower case? */
export function isUuid(text: string): boolean {
  return pattern.test(text);
}

/** A new UUID version 7 (time-ordered), made here because older servers and distributed engines have no function for it. */
export function newUuid(nowMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  return uuidFrom(bytes, 7);
}

/** The first sixteen bytes as a UUID of a version; the bits that say which version are written into them. */
export function uuidFrom(bytes: Buffer, version: 7 | 8): string {
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | (version << 4);
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
