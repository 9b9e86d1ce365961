import { randomUUID } from 'node:crypto';
import type { BackOfficeKind } from '../../gateways/back-office.ts';
import type { Transaction } from '../../lib/sql.ts';
import { insertMessage, takeNumber, wake } from './messages.queries.ts';

/** What happened to an unpaid fare. */
export interface BackOfficeNews {
  readonly mediumId: string;
  readonly paymentId: string;
  readonly operatorCode: string;
  readonly srid: string;
  readonly kind: BackOfficeKind;
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * Writes a message to the back office in the caller's transaction and enqueues the job that sends it. It is sent after the
 * transaction commits, at least once, and after all earlier messages of the medium. Other writers of the same medium wait until the
 * transaction ends; a caller that writes about several media does so in the order of their ids.
 */
export async function tellBackOffice(tx: Transaction, news: BackOfficeNews): Promise<void> {
  const { mediumId } = news;
  const [taken] = await takeNumber(tx, { mediumId });
  if (taken === undefined) throw new Error('the medium was given no number');
  await insertMessage(tx, { ...news, number: taken.message_number, messageId: randomUUID() });
  await wake(tx, { mediumId, runAt: null });
}
