import { askSettings } from '../../../passenger/ask-settings.ts';
import { renewSession } from '../../../passenger/session.ts';

/** Loads and stores the settings of a session that sign-in through the identity provider has just opened. */
export async function finishSignIn(): Promise<void> {
  renewSession(await askSettings());
}
