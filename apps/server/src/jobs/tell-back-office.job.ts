import {
  finishWithoutBackOffice,
  type Sending,
  sendMessages,
  wakeForgotten,
} from '../modules/back-office/send-messages.service.ts';
import { applyBackOfficeAnswer } from '../modules/debts/apply-back-office-answer.service.ts';
import type { Using } from '../plugins/context.ts';
import { backOfficeJobPayloads } from '../queue/catalogue.ts';

/** How messages leave; absent when the operator has configured no back office. */
export type Outgoing = Pick<Sending, 'backOffice' | 'logger'> | undefined;

/**
 * Sends the back office its messages about one medium. Two runs, also at the same time, send nothing out of order: only the one
 * that holds the lease in the medium's row sends.
 */
export async function tellBackOfficeJob({ pool }: Using<'pool'>, outgoing: Outgoing, payload: unknown): Promise<void> {
  const { mediumId } = backOfficeJobPayloads['tell-back-office'].parse(payload);
  if (outgoing === undefined) await finishWithoutBackOffice(pool, mediumId);
  else await sendMessages({ ...outgoing, pool, onAcknowledged: applyBackOfficeAnswer }, mediumId);
}

/** Enqueues the jobs of due messages that no job is going to send. */
export async function findForgottenMessages({ pool }: Using<'pool'>): Promise<void> {
  await wakeForgotten(pool);
}
