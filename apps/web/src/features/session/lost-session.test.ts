import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshStorage } from '../../../test/browser-globals.ts';
import { buildPortalConfig, buildUserSettings } from '../../../test/fixtures.ts';
import { ApiError } from '../../lib/api-error.ts';
import { currentT } from '../../lib/i18n.ts';
import { noticesNow } from '../../lib/notices.ts';
import { sessionUser, startSession } from '../../lib/session.ts';
import { takeReturn } from '../../lib/temporary.ts';
import { makeLostSession } from './lost-session.ts';

const browser = { currentPath: () => '/card', goToLogin: vi.fn(async () => {}), reload: vi.fn() };

function serverSays(is_logged: boolean): void {
  vi.stubGlobal('fetch', async () => Response.json({ is_logged }));
}

const refused = (code: 'unauthenticated' | 'TOKEN_EXPIRED') => new ApiError({ status: 401, code });
// No catalogue is loaded, so each text is its key.
const said = () => noticesNow().shown.at(-1)?.content?.(currentT());
noticesNow()
  .shown.at(-1)
  ?.content?.((key) => key);

describe('a refused session', () => {
  beforeEach(() => {
    freshStorage();
    vi.clearAllMocks();
    startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('that is still valid reloads the page, but not over and over [SES-09]', async () => {
    serverSays(true);
    const lost = makeLostSession(browser);

    await lost(refused('unauthenticated'));
    expect(browser.reload).toHaveBeenCalledOnce();

    await lost(refused('unauthenticated'));
    expect(browser.reload).toHaveBeenCalledOnce();
    expect(browser.goToLogin).toHaveBeenCalledOnce();
  });

  test('that is over clears local data, goes to sign-in and says so [SES-09]', async () => {
    serverSays(false);

    await makeLostSession(browser)(refused('unauthenticated'));

    expect(sessionUser()).toBeUndefined();
    expect(browser.goToLogin).toHaveBeenCalledOnce();
    expect(said()).toBe('nav.sessionExpired');
    expect(takeReturn()).toBe('/card');
  });

  test('with TOKEN_EXPIRED is told in the other words [SES-10]', async () => {
    serverSays(false);

    await makeLostSession(browser)(refused('TOKEN_EXPIRED'));

    expect(said()).toBe('nav.sessionLoginAgain');
  });

  test('is dealt with once, however many calls it refused', async () => {
    serverSays(false);
    const lost = makeLostSession(browser);

    await Promise.all([lost(refused('unauthenticated')), lost(refused('unauthenticated'))]);

    expect(browser.goToLogin).toHaveBeenCalledOnce();
  });
});
