import type { Transaction } from '../../lib/sql.ts';
import { wake } from './wake-card-news.queries.ts';

/** The files of one delivery arrive within minutes: a fare that one calls unpaid may be paid in the next. */
export const deliverySeconds = 600;

/** The queue ends waits of more than two hours, which a wrong clock may have caused (`endFarWaitsOfJobs`). */
const mostSeconds = 3600;

/** Media whose fares have changed. */
export interface ChangedFares {
  /** With a fare that is owed now. */
  readonly refused: readonly string[];
  /** With a fare that is settled now. */
  readonly settled: readonly string[];
}

/**
 * Lets mails tell the passengers who have these cards, in the caller's transaction. A later job reads what is true then; it sends nothing
 * if nothing is news. To be called once the fares are written: a mail that is being made waits for that.
 */
export async function wakeCardNews(tx: Transaction, { refused, settled }: ChangedFares): Promise<void> {
  await wake(tx, { refused, settled, waitSeconds: deliverySeconds });
}

/** Lets the job about a card look again after a pause, or earlier: then it asks for the rest. Further fares of the card are told without a pause. */
export async function wakeCardNewsAfter(
  tx: Transaction,
  { mediumId, seconds }: { readonly mediumId: string; readonly seconds: number },
): Promise<void> {
  await wake(tx, { refused: [mediumId], settled: [], waitSeconds: Math.min(seconds, mostSeconds) });
}
