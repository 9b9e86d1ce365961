import type { Output } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { handleError } from '../../lib/errors.ts';
import { notify } from '../../lib/notices.ts';
import { readOfTab, removeOfTab, writeOfTab } from '../../lib/storage.ts';
import { mayLackCookie, sessionUser } from '../../passenger/session.ts';
import { askIsLogged } from './api/ask-is-logged.ts';
import { type Browser, endSession } from './end-session.ts';

const reloadedAtKey = 'reloadedAt';
const reloadEveryMs = 30_000;
const refusedActKey = 'actRefusedBeforeReload';

/** Reloads at most once in 30 seconds, so that contradictory answers of a server make no endless loop. */
function mayReload(): boolean {
  const last = Number(readOfTab(reloadedAtKey) ?? 0);
  // Also far away if the clock was set back.
  if (Math.abs(Date.now() - last) < reloadEveryMs) return false;
  // Without a storage the next page would not know about this reload.
  return writeOfTab(reloadedAtKey, String(Date.now()));
}

/** `undefined` if the server cannot be asked: then nothing is known and nothing ends, and the passenger reads why nothing happens. */
async function askServer(path: string): Promise<Output<'userIsLogged'> | undefined> {
  return await askIsLogged(path).catch((error: unknown) => handleError<undefined>(error));
}

type Lost = { error: ApiError; browser: Browser; isActRefused: () => boolean };

async function handleLostSession({ error, browser, isActRefused }: Lost): Promise<void> {
  const answer = await askServer(browser.currentPath());
  // If another tab has ended the session meanwhile, the code that follows other tabs handles it.
  if (answer === undefined || !sessionUser()) return;
  if (answer.is_logged && mayReload()) {
    if (isActRefused()) writeOfTab(refusedActKey, 'true');
    return browser.reload();
  }
  await endSession({ why: whyLost(error, answer), isActRefused: isActRefused() }, browser);
}

/** If the server has never received the cookie of a session that began on this page, the browser refused the cookie. */
function whyLost({ code }: ApiError, { reason }: Output<'userIsLogged'>): 'loginAgain' | 'notKept' | 'expired' {
  if (code === 'TOKEN_EXPIRED') return 'loginAgain';
  return reason === 'none' && mayLackCookie() ? 'notKept' : 'expired';
}

/** Makes the only handler of a 401 (SES-09, SES-10); several calls that fail together are handled once. */
export function makeLostSession(browser: Browser): (error: ApiError, isAct?: boolean) => Promise<void> {
  let underWay: Promise<void> | undefined;
  let isActRefused = false;
  return (error, isAct = false) => {
    if (!sessionUser()) return Promise.resolve();
    isActRefused ||= isAct;
    underWay ??= handleLostSession({ error, browser, isActRefused: () => isActRefused }).finally(() => {
      underWay = undefined;
      isActRefused = false;
    });
    return underWay;
  };
}

/** After a reload: says that the step was not carried out that met the 401. Otherwise a passenger who pressed "Pay" could believe that it was. */
export function showRefusedAct(): void {
  const isActRefused = readOfTab(refusedActKey) !== undefined;
  removeOfTab(refusedActKey);
  if (!isActRefused || !sessionUser()) return;
  notify({
    type: 'warning',
    waitsForAction: true,
    uniqId: 'session',
    title: (t) => t('nav.reloadedTitle'),
    content: (t) => t('nav.reloadedActRefused'),
  });
}
