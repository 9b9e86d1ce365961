import './tokens.css';
import { RouterProvider } from '@tanstack/react-router';
import { recognise } from '@tapfolio/locales/paths.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { focusOnNavigation } from './app/focus-on-navigation.ts';
import { markStylesLoaded } from './app/mark-styles-loaded.ts';
import { followLanguage, makeRouter } from './app/router.tsx';
import { hideStartFailure, showStartFailure } from './app/start-failure.ts';
import { startAsWritten, startLanguage } from './app/start-language.ts';
import { hydrated } from './lib/hydration.ts';
import { keepTyped } from './lib/keep-typed.ts';
import { loadInTime } from './lib/load-in-time.ts';
import { startPortalConfig } from './lib/portal-config.ts';
import { endureTranslation, isTranslated } from './lib/translated-page.ts';
import { followOtherTabs, sessionUser } from './passenger/session.ts';

/** A function, because a module that waits while it loads would also delay the chunks that need it. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place for the portal');

  endureTranslation();
  markStylesLoaded();
  const isSignedIn = sessionUser() !== undefined;
  const writtenScreen = root.hasAttribute('data-prerendered') ? screenHere() : undefined;
  // A signed-in passenger who opens the sign-in page is sent home.
  const isWrittenForThem = writtenScreen !== undefined && !(isSignedIn && writtenScreen === 'login');
  const config = await startPortalConfig(async () => (await import('./app/after-start.ts')).askPortalConfig());
  const changeLanguage = () => loadInTime(() => startLanguage(config));
  await (isWrittenForThem ? loadInTime(startAsWritten) : changeLanguage());

  const router = makeRouter();
  followLanguage(router);
  followOtherTabs();
  focusOnNavigation(router);
  // The page of a signed-in passenger calls the server at once; a public page shows itself first.
  const afterStartModule = import('./app/after-start.ts');
  if (isSignedIn) (await afterStartModule).answerLostSession(router);
  await router.load();

  const isGallery = import.meta.env.DEV && location.pathname === '/gallery';
  const portal = isGallery ? await gallery() : <RouterProvider router={router} />;
  const isTakenOver = isWrittenForThem && writtenScreen === screenHere() && !isTranslated(root);
  const giveTyped = keepTyped(root);
  if (isTakenOver) {
    // Tells the router that its first matches are already in the page, so that it adds no boundary of its own.
    router.ssr = { manifest: undefined };
    hydrateRoot(root, portal);
  } else {
    await changeLanguage();
    createRoot(root).render(portal);
  }

  // Also of a page that was to be taken over: a browser may translate its texts in place, and React then writes it again.
  if (isWrittenForThem) void hydrated.then(giveTyped);

  const { afterStart, answerLostSession } = await afterStartModule;
  if (!isSignedIn) answerLostSession(router);
  // Not earlier: what was typed before the script was loaded stays only in a page that React has taken over as it was written.
  await Promise.all([afterStart(), isTakenOver && hydrated.then(changeLanguage)]);
  // Not earlier: without these parts no form can be sent, and no notice could say why.
  hideStartFailure();
}

/** The screen at the current address, in whichever language the address is. */
const screenHere = (): string => recognise(location.pathname)?.name ?? 'not-found';

async function gallery() {
  const { loadGallery } = await import('./app/gallery/gallery.tsx');
  return loadGallery();
}

start().catch(showStartFailure);
