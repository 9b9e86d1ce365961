import { beforeEach, expect, test, vi } from 'vitest';
import { freshStorage } from '../../../test/browser-globals.ts';
import { buildPortalConfig, buildUserSettings } from '../../../test/fixtures.ts';
import { forgetNotices, noticesNow } from '../../lib/notices.ts';
import { clearSession, sessionUser, startSession } from '../../passenger/session.ts';
import { endSession, showPendingNotice } from './end-session.ts';

const answer = { user: buildUserSettings({ is_sso_shadow_user: true }), portal_config: buildPortalConfig() };
let done: string[];

/** Ends the session after idle time while the provider wants to ask the passenger first. */
async function endByIdleTime(goToLogin: () => Promise<void>): Promise<void> {
  await endSession(
    { why: 'idle', maxSeconds: 900 },
    {
      currentPath: () => '/card/trips-history/1',
      goToLogin,
      leaveFor: (address) => void done.push(address),
      reload: () => undefined,
    },
  );
}

beforeEach(() => {
  freshStorage();
  clearSession();
  done = [];
  vi.stubGlobal('fetch', async () => Response.json({ data: { sso_logout_redirect: 'https://id.example/end' } }));
  startSession(answer);
});

test("the passenger's screen is removed before the browser leaves for the provider", async () => {
  await endByIdleTime(async () => void done.push('login'));

  expect(done).toEqual(['login', 'https://id.example/end']);
});

test('the session at the provider ends although the sign-in page cannot be loaded', async () => {
  const going = endByIdleTime(async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });

  await expect(going).rejects.toThrow(TypeError);
  expect(done).toEqual(['https://id.example/end']);
});

test('goes to the sign-in screen and then to the provider also in a browser that stores nothing', async () => {
  vi.stubGlobal('sessionStorage', null);

  await endByIdleTime(async () => void done.push('login'));

  expect(done).toEqual(['login', 'https://id.example/end']);
});

const isBusy = async () => Response.json({ error: { code: 'unavailable', traceId: 'none' } }, { status: 503 });

test('the session at the provider ends also if the server is busy at first', async () => {
  const answers = [isBusy, async () => Response.json({ data: { sso_logout_redirect: 'https://id.example/end' } })];
  vi.stubGlobal('fetch', () => answers.shift()?.());

  await endByIdleTime(async () => void done.push('login'));

  expect(done).toEqual(['login', 'https://id.example/end']);
  expect(answers).toEqual([]);
});

test('a passenger who signs in before the sign-out is repeated stays signed in', async () => {
  const sent = vi.fn((_: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    return isBusy();
  });
  vi.stubGlobal('fetch', sent);
  const ending = endByIdleTime(async () => void done.push('login'));
  await expect.poll(() => sent.mock.calls.length).toBe(1);

  startSession(answer);

  await ending;
  // The second request has ended before it began.
  expect(sent.mock.results.map(({ type }) => type)).toEqual(['return', 'throw']);
  expect(done).toEqual(['login']);
  expect(sessionUser()).toBeDefined();
});

test('what the passenger looked at is off the screen although the server does not answer', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));

  void endByIdleTime(async () => void done.push('login'));

  await expect.poll(() => noticesNow().shown.map(({ uniqId }) => uniqId)).toEqual(['idle']);
  expect(done).toEqual(['login']);
  expect(sessionUser()).toBeUndefined();
});

test('a late answer to the sign-out takes nothing from a passenger who has signed in since', async () => {
  const asked = new Promise<AbortSignal>((resolve) => {
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      resolve(signal);
      return new Promise((_given, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)));
    });
  });
  const ending = endByIdleTime(async () => void done.push('login'));
  const { aborted: wasAborted } = await asked;

  startSession(answer);

  await ending;
  expect([wasAborted, (await asked).aborted]).toEqual([false, true]);
  expect(done).toEqual(['login']);
  expect(sessionUser()).toBeDefined();
});

test('the notice about idle time is a warning and stays for 10 s from the first action [SES-07, NOTE-02]', async () => {
  await endByIdleTime(async () => undefined);

  expect(noticesNow().shown).toMatchObject([{ type: 'warning', duration: 10_000, waitsForAction: true }]);
});

test('the notice about idle time is shown on the way back from the provider', async () => {
  await endByIdleTime(async () => undefined);
  forgetNotices();

  showPendingNotice();

  expect(noticesNow().shown.map(({ uniqId }) => uniqId)).toEqual(['idle']);
});

test('a passenger who signed in since then sees no notice about idle time at their own sign-out', async () => {
  await endByIdleTime(async () => undefined);
  forgetNotices();
  startSession(answer);

  showPendingNotice();
  expect(noticesNow().shown).toEqual([]);

  clearSession();
  showPendingNotice();
  expect(noticesNow().shown).toEqual([]);
});
