import type { Transaction } from '../lib/sql.ts';
import {
  type Acknowledged,
  type Sending,
  sendMessages,
  settleWithoutBackOffice,
  wakeForgotten,
} from '../modules/back-office/send-messages.ts';
import { lockDebt } from '../modules/debts/move-debt.queries.ts';
import { moveDebt } from '../modules/debts/move-debt.ts';
import type { Using } from '../plugins/context.ts';
import { jobPayloads } from '../queue/catalogue.ts';

/** How messages leave; absent when the operator has configured no back office. */
export type Outgoing = Pick<Sending, 'backOffice' | 'logger'> | undefined;

/**
 * Sends what the back office is to be told of one medium. Run twice or at the same time it sends nothing out of order: the
 * lease in the medium's row decides.
 */
export async function tellBackOfficeJob({ pool }: Using<'pool'>, outgoing: Outgoing, payload: unknown): Promise<void> {
  const { mediumId } = jobPayloads['tell-back-office'].parse(payload);
  if (outgoing === undefined) await settleWithoutBackOffice(pool, mediumId);
  else await sendMessages({ ...outgoing, pool, onAcknowledged: moveAcknowledged }, mediumId);
}

/**
 * What the passenger reads follows: once the back office knows that a fare is paid, it is letting the card in; once it says
 * so itself, the card may travel. A fare that has gone on meanwhile stays where it is.
 */
export async function moveAcknowledged(tx: Transaction, message: Acknowledged): Promise<void> {
  const { mediumId, paymentId, kind, cardMayTravel } = message;
  if (kind !== 'access_granted') return;
  // Before the row of the medium, which the caller changes next: whoever changes a fare locks it first.
  await lockDebt(tx, { mediumId, paymentId });
  await moveDebt(tx, { mediumId, paymentId, event: 'tell', source: 'back_office' });
  if (cardMayTravel) await moveDebt(tx, { mediumId, paymentId, event: 'confirm', source: 'back_office' });
}

/** Wakes the jobs of messages that are due and that nobody sends. */
export async function findForgottenMessages({ pool }: Using<'pool'>): Promise<void> {
  await wakeForgotten(pool);
}
