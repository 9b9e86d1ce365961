import type { Clock } from '../lib/clock.ts';
import { reportBehind, type Sending, sendMessages, wakeForgotten } from '../modules/back-office/send-messages.ts';
import { jobPayloads } from '../queue/catalogue.ts';

/**
 * Sends what the back office is to be told of one medium. Run twice or at the same time it sends nothing out of order: the
 * lease in the medium's row decides. Without a back office the messages stay as they are.
 */
export async function tellBackOfficeJob(sending: Sending | undefined, payload: unknown): Promise<void> {
  const { mediumId } = jobPayloads['tell-back-office'].parse(payload);
  if (sending !== undefined) await sendMessages(sending, mediumId);
}

/** Wakes the jobs of messages that are due and that nobody sends, and says when the back office is behind. */
export async function findForgottenMessages(sending: Sending | undefined, clock: Clock): Promise<void> {
  if (sending === undefined) return;
  await wakeForgotten(sending.pool);
  await reportBehind(sending, clock.now());
}
