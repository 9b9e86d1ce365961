import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { buildPortalConfig, buildUserSettings } from '../../test/fixtures.ts';
import { chooseLanguage, currentLocale } from '../lib/i18n.ts';
import { noticesNow, notify } from '../lib/notices.ts';
import { clearSession, followOtherTabs, sessionUser, startSession } from './session.ts';

let local: Storage;
beforeEach(() => {
  ({ local } = freshStorage());
});

test('a signed-in passenger has settings stored under _sbdat, and the configuration under portalConfig [SES-01]', () => {
  startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });

  expect(sessionUser()?.email).toBe('maya@example.com');
  expect(local.getItem('_sbdat')).toMatch(/^v1\./);
  expect(local.getItem('portalConfig')).toMatch(/^v1\./);
});

test('removes everything except the chosen language', () => {
  local.setItem('selectedLanguage', 'fr_CA');
  startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });

  clearSession();

  expect(sessionUser()).toBeUndefined();
  expect(Array.from({ length: local.length }, (_, index) => local.key(index))).toEqual(['selectedLanguage']);
});

test('a sign-in removes the notice that says why the former session ended', () => {
  notify({ title: () => 'Session ended', duration: 0 });
  notify({ title: () => 'A new version is ready', duration: 0, isOfPage: true });

  startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });

  expect(noticesNow().shown.map(({ isOfPage }) => isOfPage)).toEqual([true]);
});

test('follows the language of the account until a language is chosen in this browser [I18N-05]', async () => {
  const answer = {
    user: buildUserSettings({ display_language: 'fr_CA' }),
    portal_config: buildPortalConfig(),
  };

  startSession(answer);
  await vi.waitFor(() => expect(currentLocale()).toBe('fr_CA'));
  expect(local.getItem('selectedLanguage')).toBeNull();
  await chooseLanguage('en_CA');
  startSession(answer);

  expect(currentLocale()).toBe('en_CA');
  expect(local.getItem('selectedLanguage')).toBe('en_CA');
});

/** A browser that stores nothing; returns what acts as a return from its back/forward cache. */
function storeNothing(): () => void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const comeBack: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (kind: string, listener: (event: { persisted: boolean }) => void) => {
    if (kind === 'pageshow') comeBack.push(() => listener({ persisted: true }));
  });
  return () => {
    for (const act of comeBack) act();
  };
}

test('stays signed in when the page comes back from the back/forward cache of a browser that stores nothing', () => {
  const comeBack = storeNothing();
  followOtherTabs();
  startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });

  comeBack();

  expect(sessionUser()?.email).toBe('maya@example.com');
});

test('the tabs of a browser that stores nothing tell each other that the session is over', async () => {
  storeNothing();
  followOtherTabs();
  const otherTab = new BroadcastChannel('session');
  onTestFinished(() => otherTab.close());
  const heard = vi.fn();
  otherTab.addEventListener('message', heard);

  startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });
  otherTab.postMessage('over');
  await vi.waitFor(() => expect(sessionUser()).toBeUndefined());
  expect(heard).not.toHaveBeenCalled();
  startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });
  clearSession();

  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
});
