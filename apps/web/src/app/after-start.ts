import type { RegisteredRouter as AppRouter } from '@tanstack/react-router';
import { saveWaitingLanguage } from '../features/account/api/save-language.ts';
import { makeLostSession, showRefusedAct } from '../features/session/lost-session.ts';
import { call, type Output, setUnauthorisedHandler } from '../lib/api-client.ts';
import { handleError, report } from '../lib/errors.ts';
import { loadTexts } from '../lib/i18n.ts';
import { keepFocus } from '../lib/keep-focus.ts';
import { followLanguageElsewhere } from '../passenger/language-choice.ts';
import { onSession } from '../passenger/session.ts';
import { Toasts } from '../ui/toasts.tsx';
import { startServiceWorker } from './service-worker.ts';
import { sessionBrowser } from './session-browser.ts';

/** The service worker starts later, so that its downloads do not compete with those of the page. */
const quietMs = 3000;

/** Sets the only handler of a lost session; the signed-in area needs it before its first call. */
export function answerLostSession(router: AppRouter): void {
  setUnauthorisedHandler(makeLostSession(sessionBrowser(router)));
  showRefusedAct();
}

/** For a page that was served without the operator's configuration. */
export const askPortalConfig = (): Promise<Output<'getPortalConfig'>> => call('getPortalConfig');

/** A language that was chosen before the sign-in becomes that of the account with it. Gives the way to stop it. */
export function keepChosenLanguage(): () => void {
  const keep = (): void => void saveWaitingLanguage().catch((error: unknown) => handleError(error));
  keep();
  return onSession(keep);
}

/** What a page needs soon after it shows: all other texts, a keeper of the focus and of the language, announcements, and the service worker. */
export async function afterStart(): Promise<void> {
  keepFocus();
  keepChosenLanguage();
  followLanguageElsewhere();
  if (import.meta.env.PROD && 'serviceWorker' in navigator) setTimeout(() => void startServiceWorker(), quietMs);
  await loadTexts();
  // Last of all: nobody waits for it, and without it the page is whole.
  void import('./announcements.tsx').then(({ startAnnouncements }) => startAnnouncements()).catch(report);
}

/** The notices with their texts, so that no notice shows the key of a text. */
export async function loadToasts(): Promise<{ default: typeof Toasts }> {
  await loadTexts().catch(report);
  return { default: Toasts };
}
