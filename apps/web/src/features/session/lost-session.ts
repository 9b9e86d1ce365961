import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { sessionUser } from '../../lib/session.ts';
import { type Browser, endSession } from './end-session.ts';

const reloadedAtKey = 'reloadedAt';
const reloadEveryMs = 30_000;

/** Reloads at most once in 30 seconds, so that a server that contradicts itself makes no endless loop. */
function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - last < reloadEveryMs) return false;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  return true;
}

/** `undefined` when the server cannot be asked: then nothing is known and nothing is ended. */
async function isLogged(path: string): Promise<boolean | undefined> {
  const asked = call('userIsLogged', { query: { invoked_by: path.slice(0, 200) } });
  return asked.then(
    ({ is_logged }) => is_logged,
    () => undefined,
  );
}

async function dealWith(error: ApiError, browser: Browser): Promise<void> {
  const logged = await isLogged(browser.currentPath());
  if (logged === undefined) return;
  if (logged && mayReload()) return browser.reload();
  await endSession({ why: error.code === 'TOKEN_EXPIRED' ? 'loginAgain' : 'expired' }, browser);
}

/** Makes the one place that deals with a 401 (SES-09, SES-10); several calls that fail together are dealt with once. */
export function makeLostSession(browser: Browser): (error: ApiError) => Promise<void> {
  let underWay: Promise<void> | undefined;
  return (error) => {
    if (!sessionUser()) return Promise.resolve();
    underWay ??= dealWith(error, browser).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
