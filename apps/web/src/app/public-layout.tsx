import { Outlet, useMatches } from '@tanstack/react-router';
import { pathOf } from '@tapfolio/locales/paths.ts';
import { type ReactNode, Suspense } from 'react';
import { useHydrationNote } from '../lib/hydration.ts';
import { loadTexts } from '../lib/i18n.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { useSessionUser } from '../passenger/session.ts';
import { Boundary } from '../ui/boundary.tsx';
import { classes } from '../ui/classes.ts';
import { AnnouncementsPlace } from './announcements-place.tsx';
import { Brand } from './frame/brand.tsx';
import { Footer } from './frame/footer.tsx';
import style from './frame/frame.module.css';
import { LanguageSwitch } from './frame/language-switch.tsx';
import topBar from './frame/top-bar.module.css';

const withTexts = async <C,>(component: Promise<C>): Promise<C> => {
  const [found] = await Promise.all([component, loadTexts()]);
  return found;
};
const AreaTopBar = lazyPart(() => withTexts(import('./frame/area-top-bar.tsx').then(({ AreaTopBar: bar }) => bar)));
const AreaBottomBar = lazyPart(() =>
  withTexts(import('./frame/area-bottom-bar.tsx').then(({ AreaBottomBar: bar }) => bar)),
);
const SharedActions = lazyPart(async () => (await import('./shared-actions.tsx')).SharedActions);

/**
 * The frame of a screen that needs no sign-in; a page without its own route is passed as children. A signed-in passenger
 * keeps the navigation of the area, and with it the way back; the screen is shown also if the navigation fails.
 */
export function PublicLayout({ children }: { children?: ReactNode }) {
  const hasUser = useSessionUser() !== undefined;
  // On a slow line the form of a passenger who has just signed in is still there for seconds.
  const isLeavingForm = useMatches({ select: (matches) => matches.at(-1)?.fullPath === pathOf('login') });
  const isSignedIn = hasUser && !isLeavingForm;
  useHydrationNote();
  return (
    <div className={classes(style.page, style.shownFirst)}>
      {isSignedIn ? (
        <Boundary instead={<PublicBar />}>
          <Suspense fallback={<PublicBar />}>
            <AreaTopBar />
          </Suspense>
        </Boundary>
      ) : (
        <PublicBar />
      )}
      <main id="main" tabIndex={-1} className={style.main}>
        <AnnouncementsPlace />
        {children ?? <Outlet />}
      </main>
      <Footer />
      {isSignedIn && (
        <Boundary instead={null}>
          <Suspense>
            <AreaBottomBar />
            <SharedActions />
          </Suspense>
        </Boundary>
      )}
    </div>
  );
}

function PublicBar() {
  return (
    <header className={topBar.top}>
      <div className={topBar.bar}>
        <Brand />
        <div className={topBar.tools}>
          <LanguageSwitch />
        </div>
      </div>
    </header>
  );
}
