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
 * Writes a message to the back office in the caller's transaction and wakes the job that sends it: it is sent when the
 * transaction commits, at least once, after all earlier messages of the medium. Until the transaction ends, others who
 * write about the same medium wait; whoever writes about several does so in the order of their ids.
 */
export async function tellBackOffice(tx: Transaction, news: BackOfficeNews): Promise<void> {
  const { mediumId } = news;
  const [taken] = await takeNumber(tx, { mediumId });
  if (taken === undefined) throw new Error('the medium was given no number');
  await insertMessage(tx, { ...news, number: taken.message_number, messageId: randomUUID() });
  await wake(tx, { mediumId, runAt: null });
}
