import { sha256 } from '../../lib/hashing.ts';

/** The names in a sign-in at the provider, and in a logout there, by which the two are matched. */
export interface ProviderNames {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
}

/** Hashes by which a subject and a session of the provider are locked and stored; null for one that is not named. */
export function marksOf({ issuer, subject, providerSession }: ProviderNames) {
  const mark = (kind: string, name: string | undefined) =>
    name === undefined ? null : sha256(`${kind}\0${issuer}\0${name}`);
  return { subjectMark: mark('subject', subject), sessionMark: mark('session', providerSession) };
}
