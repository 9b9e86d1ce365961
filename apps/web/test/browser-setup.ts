import '../src/tokens.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { loadTexts, setLanguage } from '../src/lib/i18n.ts';
import { setPortalConfig } from '../src/lib/portal-config.ts';
import { clearSession, followOtherTabs } from '../src/passenger/session.ts';
import { startServer, stopServer } from './fake-server.ts';
import { buildPortalConfig } from './fixtures.ts';

followOtherTabs();

/** The page of a first visit: nothing stored, nobody signed in, Canadian English, a wide window. */
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  clearSession();
  startServer();
  setPortalConfig(buildPortalConfig());
  await setLanguage('en_CA');
  await loadTexts();
  await page.viewport(1280, 800);
});

afterEach(async () => {
  vi.useRealTimers();
  // The library does it for the first file only, since all files share one page.
  await cleanup();
  stopServer();
});
