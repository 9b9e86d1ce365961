import { randomUUID } from 'node:crypto';
import type { BackOfficeKind } from '../../gateways/back-office.ts';
import type { Transaction } from '../../lib/sql.ts';
import { insertMessages, takeNumbers, wake } from './messages.queries.ts';

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
 * Writes messages to the back office in the caller's transaction, those of one medium in their order, and enqueues the jobs that send
 * them. They are sent after the transaction commits, at least once, and after all earlier messages of their medium. Other writers of the
 * same media wait until the transaction ends. The media are locked in the order of their ids.
 */
export async function tellBackOffice(tx: Transaction, news: readonly BackOfficeNews[]): Promise<void> {
  const taken = await takeNumbers(tx, { mediumIds: news.map(({ mediumId }) => mediumId) });
  const ofMedia = Map.groupBy(news, ({ mediumId }) => mediumId);
  const messages = taken.flatMap(({ medium_id: mediumId, last_number: last }) => {
    const own = ofMedia.get(mediumId) ?? [];
    return own.map((one, at) => ({ ...one, number: last - own.length + 1 + at }));
  });
  await insertMessages(tx, {
    mediumIds: messages.map(({ mediumId }) => mediumId),
    numbers: messages.map(({ number }) => number),
    messageIds: messages.map(() => randomUUID()),
    paymentIds: messages.map(({ paymentId }) => paymentId),
    operatorCodes: messages.map(({ operatorCode }) => operatorCode),
    srids: messages.map(({ srid }) => srid),
    kinds: messages.map(({ kind }) => kind),
    amountsMinor: messages.map(({ amountMinor }) => amountMinor),
    currencies: messages.map(({ currency }) => currency),
  });
  await wake(tx, { mediumIds: [...ofMedia.keys()], runAt: null });
}
