import { keyedHash } from './hashing.ts';

/** What a link in a mail is good for; a token of one purpose is worthless for another. */
export type MailTokenPurpose = 'registration' | 'password-reset' | 'sign-in-code';

/**
 * The secret of a link sent by mail: 256 bits from a key outside the database and the row's id. The row keeps only its
 * SHA-256, the job only the id, so a copy of the database opens nothing.
 */
export function mailToken(key: Uint8Array, purpose: MailTokenPurpose, id: string): string {
  return keyedHash(key, `${purpose}:${id}`).toString('base64url');
}
