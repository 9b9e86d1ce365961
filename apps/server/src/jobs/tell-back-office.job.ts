import {
  finishWithoutBackOffice,
  type Sending,
  sendMessages,
  wakeForgotten,
} from '../modules/back-office/send-messages.ts';
import { obeyBackOffice } from '../modules/debts/obey-back-office.service.ts';
import type { Using } from '../plugins/context.ts';
import { backOfficeJobPayloads } from '../queue/catalogue.ts';

/** How messages leave; absent when the operator has configured no back office. */
export type Outgoing = Pick<Sending, 'backOffice' | 'logger'> | undefined;

/**
 * Sends what the back office is to be told of one medium. Run twice or at the same time it sends nothing out of order: the
 * lease in the medium's row decides.
 */
export async function tellBackOfficeJob({ pool }: Using<'pool'>, outgoing: Outgoing, payload: unknown): Promise<void> {
  const { mediumId } = backOfficeJobPayloads['tell-back-office'].parse(payload);
  if (outgoing === undefined) await finishWithoutBackOffice(pool, mediumId);
  else await sendMessages({ ...outgoing, pool, onAcknowledged: obeyBackOffice }, mediumId);
}

/** Wakes the jobs of messages that are due and that nobody sends. */
export async function findForgottenMessages({ pool }: Using<'pool'>): Promise<void> {
  await wakeForgotten(pool);
}
