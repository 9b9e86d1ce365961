import { askSettings } from '../../../passenger/ask-settings.ts';
import { renewSession, sessionUser } from '../../../passenger/session.ts';

/** Stores the newest settings; the call also tells the server that the passenger is there. */
export async function refreshSettings(): Promise<void> {
  const answer = await askSettings();
  // A passenger who signed out before the answer came stays signed out.
  if (sessionUser()?.email === answer.user.email) renewSession(answer);
}

/** Tells the server from a screen that needs no sign-in that the passenger is there. Changes nothing here, also if the session has ended. */
export async function tellServer(): Promise<void> {
  await askSettings({ needsNoSession: true });
}
