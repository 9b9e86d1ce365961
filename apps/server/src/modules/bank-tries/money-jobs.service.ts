import type { Db } from '../../lib/sql.ts';
import { enqueue, ensureMonth, type MoneyTask } from './money-jobs.queries.ts';

interface MoneyJob {
  readonly task: MoneyTask;
  readonly mediumId: string;
  /** Of the try, or of the event of the bank. */
  readonly id: string;
  readonly waitSeconds: number;
}

/** Has a job about one try run after so many seconds; one about the same try that has not begun is replaced. */
export async function enqueueMoneyJob(db: Db, job: MoneyJob): Promise<void> {
  await enqueue(db, job);
}

/** Makes the months of today where they are missing: a payment that follows lies there. */
export async function ensureThisMonth(db: Db): Promise<void> {
  await ensureMonth(db);
}
