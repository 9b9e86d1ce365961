import { type TriesLeft, triesLeft } from '@tapfolio/domain/debt-steps.ts';
import type { DeclineCode } from '@tapfolio/domain/decline-codes.ts';
import type { Db } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { listTries } from './collections.queries.ts';

/** The tries of a debt so far. */
export interface Tries extends TriesLeft {
  /** Why the bank refused the last try; null when it did not. */
  readonly declineCode: DeclineCode | null;
  /** By the clock of the database. */
  readonly now: Date;
}

/** How many tries of a debt are left, by the rules of the card schemes as the operator has configured them. */
export async function readTries(
  db: Db,
  { config }: Using<'config'>,
  debt: { mediumId: string; paymentId: string },
): Promise<Tries> {
  const rows = await listTries(db, debt);
  const now = new Date(rows[0]?.looked_at ?? 0);
  const tries = rows.map(({ requested_at, declined_at, decline_code }) => ({
    requestedAt: new Date(requested_at),
    declinedAt: declined_at === null ? null : new Date(declined_at),
    declineCode: decline_code,
  }));
  return { ...triesLeft(tries, config.debtTries, now), declineCode: tries.at(-1)?.declineCode ?? null, now };
}
