import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notices.ts';
import { clearSession, sessionUser } from '../../lib/session.ts';
import { rememberReturn } from '../../lib/temporary.ts';

const reloadedAtKey = 'reloadedAt';
const reloadEveryMs = 30_000;

export type Browser = { currentPath: () => string; goToLogin: () => Promise<void>; reload: () => void };

/** Reloads at most once in 30 seconds, so that a server that contradicts itself makes no endless loop. */
function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - last < reloadEveryMs) return false;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  return true;
}

async function dealWith(error: ApiError, browser: Browser): Promise<void> {
  const path = browser.currentPath();
  const { is_logged } = await call('userIsLogged', { query: { invoked_by: path.slice(0, 200) } });
  if (is_logged && mayReload()) return browser.reload();
  clearSession();
  rememberReturn(path);
  await browser.goToLogin();
  const isTokenExpired = error.code === 'TOKEN_EXPIRED';
  notify({
    type: 'warning',
    uniqId: 'session',
    title: (t) => t('nav.sessionTitle'),
    content: (t) => t(isTokenExpired ? 'nav.sessionLoginAgain' : 'nav.sessionExpired'),
  });
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
