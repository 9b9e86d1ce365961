import { keyedHash, newToken } from '../lib/hashing.ts';

/** Marks a key as ours for people who find one in a log or a repository, and for tools that scan for keys. */
const prefix = 'tapfolio_';
/** The name of a scheme is the same in capitals, and any number of blanks may follow it (RFC 9110 section 11). */
const keyPattern = /^(?i:bearer) +(tapfolio_[\w-]{43})$/;

/** A new key of 256 random bits. It is shown once and stored nowhere. */
export function newApiKey(): string {
  return `${prefix}${newToken()}`;
}

/** The form in which the table stores a key. */
export function hashApiKey(key: Uint8Array, apiKey: string): Buffer {
  return keyedHash(key, apiKey);
}

/** The key in a header `Authorization: Bearer …`; undefined when the header has no key in our form. */
export function readApiKey(header: string | undefined): string | undefined {
  return keyPattern.exec(header ?? '')?.[1];
}
