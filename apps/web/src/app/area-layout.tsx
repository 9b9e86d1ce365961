import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { useSessionUser } from '../passenger/session.ts';
import { AreaBottomBar } from './frame/area-bottom-bar.tsx';
import { AreaTopBar } from './frame/area-top-bar.tsx';
import { Footer } from './frame/footer.tsx';
import style from './frame/frame.module.css';

/** Idle time counts from the minute on: the frame shows itself first. */
const SessionWatch = lazy(async () => ({ default: (await import('./session-watch.tsx')).SessionWatch }));

/** Whoever has agreed to the terms in force, nearly everybody, does not wait for it. */
const TermsNote = lazy(async () => ({ default: (await import('./terms-note.tsx')).TermsNote }));

/** Only what may go better next time is tried again: a refusal stays a refusal, and who waited long is told at last. */
function mayRetry(failures: number, error: Error): boolean {
  if (!navigator.onLine) return false;
  const isPassing = !(error instanceof ApiError) || error.status === 0 || error.status >= 502;
  return isPassing && failures < 2 && !(error instanceof ApiError && error.details.isLate === true);
}

/**
 * Without a network a call fails at once and says so. Left to itself the library would wait in silence and carry out later,
 * unasked, what somebody confirmed in a tunnel.
 */
const makeClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 15_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  });

/** The signed-in area. Its data live as long as it stands, so nothing of one passenger is left for the next. */
export function AreaLayout() {
  const [client] = useState(makeClient);
  const isConsentDue = useSessionUser()?.consent_due === true;
  return (
    <QueryClientProvider client={client}>
      <Suspense>
        <SessionWatch />
      </Suspense>
      <div className={style.page}>
        <AreaTopBar />
        <main id="main" tabIndex={-1} className={style.main}>
          {isConsentDue && (
            <Suspense>
              <TermsNote />
            </Suspense>
          )}
          <Outlet />
        </main>
        <Footer />
        <AreaBottomBar />
      </div>
    </QueryClientProvider>
  );
}
