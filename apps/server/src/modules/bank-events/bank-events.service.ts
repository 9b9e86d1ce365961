import type { IncomingHttpHeaders } from 'node:http';
import { type Bank, type BankEvent, NoBankEvent } from '../../gateways/bank.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertThat } from '../../lib/assert-that.ts';
import { isUuid } from '../../lib/ids.ts';
import { type Db, transaction } from '../../lib/sql.ts';
import type { Using } from '../../plugins/context.ts';
import { enqueueMoneyJob } from '../bank-tries/money-jobs.service.ts';
import { applyChargeAnswer, findMediumOfCollection } from '../debts/apply-charge-outcome.service.ts';
import { applyRefundAnswer, findMediumOfRefund } from '../refunds/apply-refund-outcome.service.ts';
import { deleteOld, findBankEvent, insertBankEvent, listUnapplied, markApplied } from './bank-events.queries.ts';

interface SignedCall {
  readonly rawBody: string;
  readonly headers: IncomingHttpHeaders;
  /** Is told why a call is refused. */
  readonly onRefused: (refusal: NoBankEvent) => void;
}

/**
 * Takes a call of the bank: its event is written down once, and a worker applies it later. The bank is answered as soon as the event
 * is written, so that it does not repeat the call.
 * @throws AppError `unauthenticated` when the bank did not sign it.
 */
export async function storeBankEvent({ bank, pool }: Using<'bank' | 'pool'>, call: SignedCall): Promise<void> {
  assertThat(bank !== undefined, 'unauthenticated');
  const event = readEvent(bank, call);
  // The movement is not ours: for example, the back office requested it.
  if (event === undefined || !isUuid(event.reference)) return;
  const mediumId = await findMediumOf(pool, event.reference);
  if (mediumId === undefined) return;
  await transaction(pool, async (tx) => {
    const { id: eventId, reference, answer } = event;
    const [news] = await insertBankEvent(tx, { mediumId, eventId, reference, answer });
    if (news !== undefined) await enqueueMoneyJob(tx, { task: 'obey-bank', mediumId, id: eventId, waitSeconds: 0 });
  });
}

/** Whose collection or refund this is. */
async function findMediumOf(db: Db, id: string): Promise<string | undefined> {
  return (await findMediumOfCollection(db, id)) ?? (await findMediumOfRefund(db, id));
}

function readEvent(bank: Bank, { rawBody, headers, onRefused }: SignedCall) {
  try {
    return bank.readWebhook(rawBody, headers) satisfies BankEvent | undefined;
  } catch (error) {
    if (!(error instanceof NoBankEvent)) throw error;
    onRefused(error);
    throw new AppError('unauthenticated', undefined, { cause: error });
  }
}

/** Does what follows from an event of the bank. A second run changes nothing. */
export async function applyBankEvent(
  context: Using<'pool' | 'config'>,
  { mediumId, eventId }: { mediumId: string; eventId: string },
): Promise<void> {
  const [event] = await findBankEvent(context.pool, { mediumId, eventId });
  if (event === undefined) return;
  const { reference, answer } = event;
  const isOfRefund = await applyRefundAnswer(context, { mediumId, refundId: reference }, answer);
  if (!isOfRefund) await applyChargeAnswer(context, { mediumId, collectionId: reference }, answer);
  await markApplied(context.pool, { mediumId, eventId });
}

/** Events whose job was lost. Reads all media. */
export const listUnappliedEvents = listUnapplied;

/** Deletes the events that were applied a month ago. */
export async function deleteOldBankEvents(db: Db): Promise<void> {
  await deleteOld(db);
}
