import { sha256 } from '../../lib/hashing.ts';
import type { Transaction } from '../../lib/sql.ts';
import { lockMarks } from './single-sign-on.queries.ts';

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

/**
 * Lets sign-ins and logouts that name the same subject or session take turns until the transaction ends. It must come before
 * any other lock, or two transactions wait for each other.
 */
export async function takeProviderTurn(tx: Transaction, names: ProviderNames): Promise<void> {
  const marks = Object.values(marksOf(names)).filter((mark) => mark !== null);
  await lockMarks(tx, { marks: marks.sort(Buffer.compare) });
}
