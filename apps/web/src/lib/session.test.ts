import { beforeEach, expect, test } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { buildPortalConfig, buildUserSettings } from '../../test/fixtures.ts';
import { clearSession, sessionUser, startSession } from './session.ts';

let local: Storage;
beforeEach(() => {
  ({ local } = freshStorage());
});

test('signed in means that the settings are stored under _sbdat, the configuration under portalConfig [SES-01]', () => {
  startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });

  expect(sessionUser()?.email).toBe('maya@example.com');
  expect(local.getItem('_sbdat')).toMatch(/^v1\./);
  expect(local.getItem('portalConfig')).toMatch(/^v1\./);
});

test('forgets everything but the chosen language', () => {
  local.setItem('selectedLanguage', 'fr_CA');
  startSession({ user: buildUserSettings(), portal_config: buildPortalConfig() });

  clearSession();

  expect(sessionUser()).toBeUndefined();
  expect(Array.from({ length: local.length }, (_, index) => local.key(index))).toEqual(['selectedLanguage']);
});
