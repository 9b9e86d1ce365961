import { hkdfSync } from 'node:crypto';

const purposes = {
  /** Mixed into every password hash. */
  passwords: 'password hashes',
  /** Links and codes sent by mail. */
  mailTokens: 'mailed tokens',
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
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', accountKey, '', `tapfolio ${purpose}`, 32));
  return {
    passwords: derive(purposes.passwords),
    mailTokens: derive(purposes.mailTokens),
    lastMails: derive(purposes.lastMails),
    throttles: derive(purposes.throttles),
    deviceCookies: derive(purposes.deviceCookies),
    passkeyChallenges: derive(purposes.passkeyChallenges),
    closedAccounts: derive(purposes.closedAccounts),
    apiKeys: derive(purposes.apiKeys),
  };
}
