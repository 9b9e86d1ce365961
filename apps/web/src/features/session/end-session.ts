import { durations, type NewNotice, notify } from '../../lib/notices.ts';
import { readOfTab, removeOfTab, writeOfTab } from '../../lib/storage.ts';
import { sessionUser } from '../../passenger/session.ts';
import { rememberPage } from '../../passenger/wished-page.ts';
import { signOutAtOnce } from './api/sign-out.ts';
import { idleLimit } from './idle-time.ts';

/** The reason why a session ended, other than the passenger's sign-out in this tab. */
export type Ending =
  | { why: 'expired' | 'loginAgain' | 'elsewhere' | 'provider' | 'notKept'; isActRefused?: boolean }
  | { why: 'idle'; maxSeconds: number };

/** The browser functions that ending a session needs. */
export type Browser = {
  currentPath: () => string;
  goToLogin: () => Promise<void>;
  /** Goes to an address of the identity provider. */
  leaveFor: (address: string) => void;
  reload: () => void;
};

const afterwardsKey = 'endedByIdleSeconds';

const texts = {
  expired: 'nav.sessionExpired',
  loginAgain: 'nav.sessionLoginAgain',
  elsewhere: 'nav.sessionElsewhere',
  provider: 'nav.sessionProvider',
  notKept: 'nav.cookieNotKept',
} as const;

const idleTexts = { minute: 'nav.idleExceeded', second: 'nav.idleExceededSeconds' } as const;

/** The session may end while the passenger is away, or was last used in another tab. */
const whenBack = { type: 'warning', waitsForAction: true } as const;

function noticeOf(ending: Ending): NewNotice {
  if (ending.why === 'idle') {
    const { unit, max } = idleLimit(ending.maxSeconds);
    return {
      ...whenBack,
      uniqId: 'idle',
      duration: durations.idleExceeded,
      title: (t) => t('nav.idleExceededTitle'),
      content: (t) => t(idleTexts[unit], { max }),
    };
  }
  const { why, isActRefused } = ending;
  const text = texts[why];
  const title = why === 'notKept' ? 'nav.cookieNotKeptTitle' : 'nav.sessionTitle';
  return {
    ...whenBack,
    uniqId: 'session',
    title: (t) => t(title),
    // Otherwise a passenger who pressed "Save" or "Pay" could believe that it was done.
    content: (t) => (isActRefused ? `${t(text)} ${t('nav.sessionActRefused')}` : t(text)),
  };
}

/**
 * Ends the session here and at the server, forgets everything personal and says why. The screen is left before the server
 * answers. Only idle time also ends the session at the identity provider, where the next person at this device would otherwise be
 * signed in as this one.
 */
export async function endSession(ending: Ending, browser: Browser): Promise<void> {
  const path = browser.currentPath();
  const email = sessionUser()?.email;
  // A passenger who signed out in another tab did so on purpose, so the open page is not remembered.
  const leaving = ending.why === 'elsewhere' ? undefined : signOutAtOnce();
  if (leaving) rememberPage(path, email);
  try {
    await browser.goToLogin();
    notify(noticeOf(ending));
  } finally {
    // The provider may ask first, and "Back" then shows the last screen: by now it shows nothing of this passenger.
    if (ending.why === 'idle') leaveForProvider(await leaving, ending.maxSeconds, browser);
  }
}

function leaveForProvider(address: string | undefined, maxSeconds: number, { leaveFor }: Browser): void {
  if (address === undefined) return;
  writeOfTab(afterwardsKey, String(maxSeconds));
  leaveFor(address);
}

/**
 * Shows the notice again that was on screen when the browser left for the identity provider. Shows nothing if a passenger has
 * signed in since.
 */
export function showPendingNotice(): void {
  const maxSeconds = Number(readOfTab(afterwardsKey));
  removeOfTab(afterwardsKey);
  if (maxSeconds > 0 && !sessionUser()) notify(noticeOf({ why: 'idle', maxSeconds }));
}
