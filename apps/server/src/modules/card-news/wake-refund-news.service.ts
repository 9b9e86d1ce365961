import type { Transaction } from '../../lib/sql.ts';
import { deliverySeconds } from './wake-card-news.service.ts';
import { wake } from './wake-refund-news.queries.ts';

/**
 * Lets mails tell the passengers who have these cards that money came back, or that a refund did not last, in the caller's transaction. A later job
 * reads what is true then; it sends nothing if nothing is news. To be called once the refunds are written.
 */
export async function wakeRefundNews(tx: Transaction, media: readonly string[]): Promise<void> {
  await wake(tx, { media, waitSeconds: deliverySeconds });
}
