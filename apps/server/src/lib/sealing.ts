import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** A key of its own for each purpose. */
const keyFor = (secret: Uint8Array, purpose: string) =>
  createHmac('sha256', secret).update(`seal\0${purpose}`).digest();

/** Makes a text unreadable to whoever has the database and not the secret, and unchangeable. */
export function seal(secret: Uint8Array, purpose: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), iv, { authTagLength: tagBytes });
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text again. @throws when it was sealed with another secret or purpose, or changed since. */
export function unseal(secret: Uint8Array, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv(algorithm, keyFor(secret, purpose), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}
