import { hkdfSync } from 'node:crypto';
import { keysOf, tableOf } from '@tapfolio/domain/keys-of.ts';

/** By the name of the key, what is mixed into it. A text here must never change: it would change the key. */
const purposes = {
  /** Mixed into every password hash. */
  passwords: 'password hashes',
  /** Links and codes sent by mail. */
  mailTokens: 'mailed tokens',
  /** Links in mails that turn off news of cards. */
  cardNews: 'news of cards that are turned off',
  /** The recipient of the last mail, in the job queue. */
  lastMails: 'recipients of last mails',
  /** The names under which limits are counted, so that their table names no person. */
  throttles: 'throttled objects',
  /** Browsers in which an address signed in before. */
  deviceCookies: 'device cookies',
  passkeyChallenges: 'passkey challenges',
  /** The hash that is kept of the address of a closed account. */
  closedAccounts: 'closed accounts',
  /** Hashes of the keys of operators' own systems. */
  apiKeys: 'api keys',
} as const;

/** The keys of the account side, one for each purpose: a value made with one of them is worthless for every other purpose. */
export type Keys = Readonly<Record<keyof typeof purposes, Buffer>>;

/** Derives every key from the one secret of the account side (HKDF with SHA-256, RFC 5869). */
export function deriveKeys(accountKey: Uint8Array): Keys {
  return tableOf(
    keysOf(purposes).map((name) => [
      name,
      Buffer.from(hkdfSync('sha256', accountKey, '', `tapfolio ${purposes[name]}`, 32)),
    ]),
  );
}
