import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type Ending, endSession } from '../features/session/end-session.ts';
import { useIdleTime } from '../features/session/use-idle-time.ts';
import { useProviderSession } from '../features/session/use-provider-session.ts';
import { report } from '../lib/errors.ts';
import { onSessionElsewhere, useSessionUser } from '../passenger/session.ts';
import { sessionBrowser } from './session-browser.ts';

/**
 * Watches the session while a screen that needs sign-in is open: idle time, other tabs, and the session at the identity
 * provider. Shows nothing itself. `shownTo` is the e-mail address of the passenger whose screen was rendered: the watch is loaded
 * later, when another passenger may have signed in in another tab.
 */
export function SessionWatch({ shownTo }: { shownTo: string | undefined }) {
  const router = useRouter();
  const user = useSessionUser();
  const browser = useMemo(() => sessionBrowser(router), [router]);
  const isEnding = useRef(false);
  const end = useCallback(
    (ending: Ending) => {
      // Another tab may end it at the same time: the first reason stays.
      if (isEnding.current) return;
      isEnding.current = true;
      void endSession(ending, browser)
        .catch(report)
        .finally(() => {
          isEnding.current = false;
        });
    },
    [browser],
  );
  const onIdle = useCallback((maxSeconds: number) => end({ why: 'idle', maxSeconds }), [end]);
  const onNavigation = useCallback((listener: () => void) => router.subscribe('onResolved', listener), [router]);
  const onEnded = useCallback(
    (mode: 'internal' | 'redirect_check') => end({ why: mode === 'internal' ? 'expired' : 'provider' }),
    [end],
  );
  const lookAtClock = useIdleTime(user?.max_user_idle_time ?? 0, onIdle);
  useProviderSession({
    isWatched: user?.is_sso_shadow_user === true,
    currentPath: browser.currentPath,
    onNavigation,
    onEnded,
  });
  useEffect(
    () =>
      onSessionElsewhere((now) => {
        if (!now) {
          // All tabs count the same idle time, and one of them is first. The others then look at the clock, so that each shows the reason.
          lookAtClock();
          end({ why: 'elsewhere' });
        }
        // Another passenger signed in: nothing of this passenger may stay on the screen.
        else if (now.email !== shownTo) browser.reload();
      }),
    [browser, end, lookAtClock, shownTo],
  );
  return null;
}
