import { type Sending, sendMessages, wakeForgotten } from '../modules/back-office/send-messages.ts';
import { jobPayloads } from '../queue/catalogue.ts';

/**
 * Sends what the back office is to be told of one medium. Run twice or at the same time it sends nothing out of order: the
 * lease in the medium's row decides. Without a back office the messages stay as they are.
 */
export async function tellBackOfficeJob(sending: Sending | undefined, payload: unknown): Promise<void> {
  const { mediumId } = jobPayloads['tell-back-office'].parse(payload);
  if (sending !== undefined) await sendMessages(sending, mediumId);
}

/** Wakes the jobs of messages that are due and that nobody sends. */
export async function findForgottenMessages(sending: Sending | undefined): Promise<void> {
  if (sending !== undefined) await wakeForgotten(sending.pool);
}
