import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { useSessionUser } from '../passenger/session.ts';
import { Boundary } from '../ui/boundary.tsx';
import { AnnouncementsPlace } from './announcements-place.tsx';
import { useAreaClient } from './area-client.ts';
import { AreaBottomBar } from './frame/area-bottom-bar.tsx';
import { AreaTopBar } from './frame/area-top-bar.tsx';
import { Footer } from './frame/footer.tsx';
import style from './frame/frame.module.css';

/** It warns after minutes at the earliest, so the frame is shown first. */
const SessionWatch = lazyPart(async () => (await import('./session-watch.tsx')).SessionWatch);

/** Loaded only for passengers who have not agreed to the current terms; nearly all have. */
const TermsNote = lazyPart(async () => (await import('./terms-note.tsx')).TermsNote);

/** The frame of the signed-in screens. */
export function AreaLayout() {
  const client = useAreaClient();
  const user = useSessionUser();
  const [shownTo] = useState(user?.email);
  return (
    <QueryClientProvider client={client}>
      <div className={style.page}>
        <AreaTopBar />
        <main id="main" tabIndex={-1} className={style.main}>
          <Boundary>
            <Suspense>
              <SessionWatch shownTo={shownTo} />
            </Suspense>
          </Boundary>
          {user?.consent_due && (
            <Boundary>
              <Suspense>
                <TermsNote />
              </Suspense>
            </Boundary>
          )}
          <AnnouncementsPlace />
          <Outlet />
        </main>
        <Footer />
        <AreaBottomBar />
      </div>
    </QueryClientProvider>
  );
}
