import type { Db } from '../../lib/sql.ts';
import { enqueue, ensureMonth, type MoneyTask } from './money-jobs.queries.ts';

interface MoneyJob {
  readonly task: MoneyTask;
  readonly mediumId: string;
  /** Of the try, or of the event of the bank. */
  readonly id: string;
  readonly waitSeconds: number;
}

/** Enqueues a job about one try, to run after this number of seconds. It replaces a job about the same try that has not begun. */
export async function enqueueMoneyJob(db: Db, job: MoneyJob): Promise<void> {
  await enqueue(db, job);
}

/** Creates the partitions of this month if they are missing: the payment that follows goes there. */
export async function ensureThisMonth(db: Db): Promise<void> {
  await ensureMonth(db);
}
