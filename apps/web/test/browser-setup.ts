import './before-react.ts';
import './without-owner-stacks.ts';
import '../src/tokens.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { cookieNoticeSeen } from '../src/app/frame/cookie-notice-seen.ts';
import { loadTexts, setLanguage } from '../src/lib/i18n.ts';
import { setPortalConfig } from '../src/lib/portal-config.ts';
import { clearSession, followOtherTabs } from '../src/passenger/session.ts';
import { drawNothing } from './drawn-page.ts';
import { startServer, stopServer } from './fake-server.ts';
import { buildPortalConfig } from './fixtures.ts';

followOtherTabs();
drawNothing();

/** The page of a first visit: nothing stored, no passenger signed in, Canadian English, a wide window. */
beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  clearSession();
  cookieNoticeSeen.set(false);
  setPortalConfig(buildPortalConfig());
  await setLanguage('en_CA');
  await loadTexts();
  // The browser answers through three processes, also if the window has this size already.
  if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800);
  // Last, so that late calls of the former test's page meet no server that is not prepared yet.
  startServer();
});

let isPointerAway = true;
addEventListener('pointermove', (event) => {
  isPointerAway = event.clientX === 0 && event.clientY === 0;
});

/** The pointer is over nothing: the page preloads what it points at, also what only the next test's page shows there. */
async function putPointerAway(): Promise<void> {
  if (!isPointerAway) await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 }, force: true });
}

afterEach(async () => {
  vi.useRealTimers();
  // The library does this for the first file only, because all files share one page.
  await cleanup();
  await putPointerAway();
  stopServer();
});
