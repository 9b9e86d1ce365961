import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshStorage } from '../../../test/browser-globals.ts';
import { buildPortalConfig, buildUserSettings } from '../../../test/fixtures.ts';
import { ApiError } from '../../lib/api-error.ts';
import { currentT, loadTexts, setLanguage } from '../../lib/i18n.ts';
import { forgetNotices, noticesNow } from '../../lib/notices.ts';
import { storageKeys } from '../../lib/storage.ts';
import { clearSession, followOtherTabs, sessionUser, startSession } from '../../passenger/session.ts';
import { takeWishedPage } from '../../passenger/wished-page.ts';
import { refreshSettings } from './api/refresh-settings.ts';
import { makeLostSession, showRefusedAct } from './lost-session.ts';

const browser = {
  currentPath: () => '/card',
  goToLogin: vi.fn(async () => {}),
  leaveFor: vi.fn(),
  reload: vi.fn(),
};
const called: string[] = [];

function serverSays(is_logged: boolean, reason: 'idle' | 'none' = 'idle'): void {
  called.length = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    called.push(address);
    const state = is_logged ? { is_logged } : { is_logged, reason };
    return Response.json(address.endsWith('/user/logout') ? { data: {} } : state);
  });
}

/** As after a change by another tab. */
function readStorageAgain(): void {
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { key: null }) => void) => listener({ key: null }));
  followOtherTabs();
}

const refused = (code: 'unauthenticated' | 'TOKEN_EXPIRED') => new ApiError({ status: 401, code });
const said = () => noticesNow().shown.at(-1)?.content?.(currentT());

describe('a refused session', () => {
  beforeEach(async () => {
    freshStorage();
    await setLanguage('en_CA');
    await loadTexts();
    vi.clearAllMocks();
    startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('that is still valid reloads the page, but not again and again [SES-09]', async () => {
    serverSays(true);
    const lost = makeLostSession(browser);

    await lost(refused('unauthenticated'));
    expect(browser.reload).toHaveBeenCalledOnce();

    await lost(refused('unauthenticated'));
    expect(browser.reload).toHaveBeenCalledOnce();
    expect(browser.goToLogin).toHaveBeenCalledOnce();
  });

  test('that is still valid reloads the page also after the clock of the device was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    serverSays(true);
    const lost = makeLostSession(browser);
    await lost(refused('unauthenticated'));

    vi.setSystemTime(Date.now() - 3_600_000);
    await lost(refused('unauthenticated'));

    expect(browser.reload).toHaveBeenCalledTimes(2);
    expect(browser.goToLogin).not.toHaveBeenCalled();
  });

  test('that is still valid has the next page say that the step which met it was not carried out, once', async () => {
    forgetNotices();
    serverSays(true);
    const lost = makeLostSession(browser);

    await Promise.all([lost(refused('unauthenticated')), lost(refused('unauthenticated'), true)]);
    showRefusedAct();
    showRefusedAct();

    expect(browser.reload).toHaveBeenCalledOnce();
    expect(noticesNow().shown).toHaveLength(1);
    expect(said()).toBe('Your last step was not carried out: please repeat it.');
  });

  test('that is still valid has the next page say nothing if no step met it', async () => {
    forgetNotices();
    serverSays(true);

    await makeLostSession(browser)(refused('unauthenticated'));
    showRefusedAct();

    expect(noticesNow().shown).toEqual([]);
  });

  test('that is still valid ends in a browser that stores nothing, because reloads could not be counted there', async () => {
    serverSays(true);
    vi.stubGlobal('sessionStorage', null);

    await makeLostSession(browser)(refused('unauthenticated'));

    expect(browser.reload).not.toHaveBeenCalled();
    expect(browser.goToLogin).toHaveBeenCalledOnce();
  });

  test('that is over clears local data, goes to sign-in and says so [SES-09]', async () => {
    serverSays(false);

    await makeLostSession(browser)(refused('unauthenticated'));

    expect(sessionUser()).toBeUndefined();
    expect(browser.goToLogin).toHaveBeenCalledOnce();
    expect(said()).toBe('Your session expired and you have been logged out, please log in again.');
    expect(takeWishedPage()).toBe('/card');
    expect(called).toEqual([
      '/public/api/v1/auth/user_is_logged?invoked_by=%2Fcard',
      '/public/api/v1/auth/user/logout',
    ]);
  });

  test('leaves nothing in the browser except the language and the way back', async () => {
    serverSays(false);
    localStorage.setItem('selectedLanguage', 'fr_CA');
    localStorage.setItem('lastAction', '1');

    await makeLostSession(browser)(refused('unauthenticated'));
    takeWishedPage();

    expect(Object.values(storageKeys).filter((key) => localStorage.getItem(key) !== null)).toEqual([]);
    expect(localStorage.getItem('selectedLanguage')).toBe('fr_CA');
  });

  test('stays as it is if the server cannot be asked, and a notice says so', async () => {
    forgetNotices();
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });

    await makeLostSession(browser)(refused('unauthenticated'));

    expect(noticesNow().shown).toMatchObject([{ type: 'danger', uniqId: 'error-unavailable' }]);
    expect(sessionUser()).toBeDefined();
    expect(browser.goToLogin).not.toHaveBeenCalled();
  });

  test('that another tab ended while the server was asked is not reported as expired', async () => {
    vi.stubGlobal('fetch', async () => {
      clearSession();
      return Response.json({ is_logged: false, reason: 'ended' });
    });

    await makeLostSession(browser)(refused('unauthenticated'));

    expect(browser.goToLogin).not.toHaveBeenCalled();
    expect(noticesNow().shown).toEqual([]);
  });

  test('with TOKEN_EXPIRED has its own message [SES-10]', async () => {
    serverSays(false);

    await makeLostSession(browser)(refused('TOKEN_EXPIRED'));

    expect(said()).toBe('Please log in again.');
  });

  test('says that the step which met it was not carried out, also if another call was refused first', async () => {
    serverSays(false);
    const lost = makeLostSession(browser);

    await Promise.all([lost(refused('unauthenticated')), lost(refused('unauthenticated'), true)]);

    expect(said()).toBe(
      'Your session expired and you have been logged out, please log in again. Your last step was not carried out: repeat it after you log in.',
    );

    startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });
    await lost(refused('unauthenticated'));
    expect(said()).toBe('Your session expired and you have been logged out, please log in again.');
  });

  test('that began on this page and whose cookie the server never gets is reported as a refused cookie', async () => {
    serverSays(false, 'none');

    await makeLostSession(browser)(refused('unauthenticated'));

    expect(noticesNow().shown.at(-1)?.title(currentT())).toBe('Your browser did not keep the sign-in');
    expect(said()).toMatch(
      /^Your details were right, but the browser refused the cookie .* Allow cookies for this site/,
    );
  });

  test('whose cookie the server has received since the sign-in ends like any other', async () => {
    const settings = { user: buildUserSettings(), portal_config: buildPortalConfig() };
    vi.stubGlobal('fetch', async () => Response.json(settings));
    vi.stubGlobal('location', { hostname: 'travel.example' });
    await refreshSettings();
    serverSays(false, 'none');

    await makeLostSession(browser)(refused('unauthenticated'));

    expect(said()).toBe('Your session expired and you have been logged out, please log in again.');
  });

  test('of an earlier visit whose cookie was removed with the browser ends like any other', async () => {
    const kept = localStorage.getItem(storageKeys.session) ?? '';
    clearSession();
    localStorage.setItem(storageKeys.session, kept);
    readStorageAgain();
    serverSays(false, 'none');

    await makeLostSession(browser)(refused('unauthenticated'));

    expect(said()).toBe('Your session expired and you have been logged out, please log in again.');
  });

  test('is handled once, however many calls it refused', async () => {
    serverSays(false);
    const lost = makeLostSession(browser);

    await Promise.all([lost(refused('unauthenticated')), lost(refused('unauthenticated'))]);

    expect(browser.goToLogin).toHaveBeenCalledOnce();
  });
});
