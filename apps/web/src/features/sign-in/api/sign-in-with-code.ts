import { call, type Input } from '../../../lib/api-client.ts';
import { startSession } from '../../../passenger/session.ts';

/** Finishes a sign-in with the code of the mail; the ticket proves the password that was typed before. */
export async function signInWithCode(body: Input<'signInWithCode'>['body']): Promise<void> {
  startSession(await call('signInWithCode', { body }));
}
