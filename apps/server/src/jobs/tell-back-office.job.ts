import { type Sending, sendMessages, wakeForgotten } from '../modules/back-office/send-messages.service.ts';
import type { WithoutBackOffice } from '../modules/back-office/without-back-office.service.ts';
import { applyBackOfficeAnswer } from '../modules/debts/apply-back-office-answer.service.ts';
import type { Using } from '../plugins/context.ts';
import { backOfficeJobPayloads } from '../queue/catalogue.ts';

/** How messages leave, or what becomes of them when the configuration names no back office. */
export type Outgoing = Pick<Sending, 'backOffice' | 'logger'> | WithoutBackOffice;

/**
 * Sends the back office its messages about one medium. Two runs, also at the same time, send nothing out of order: only the one
 * that holds the lease in the medium's row sends.
 */
export async function tellBackOfficeJob({ pool }: Using<'pool'>, outgoing: Outgoing, payload: unknown): Promise<void> {
  const { mediumId } = backOfficeJobPayloads['tell-back-office'].parse(payload);
  if ('backOffice' in outgoing)
    await sendMessages({ ...outgoing, pool, onAcknowledged: applyBackOfficeAnswer }, mediumId);
  else await outgoing.finishOrKeep(mediumId);
}

/** Enqueues the jobs of due messages that no job is going to send. */
export async function findForgottenMessages({ pool }: Using<'pool'>): Promise<void> {
  await wakeForgotten(pool);
}
