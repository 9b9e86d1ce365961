import { useEffect } from 'react';
import { hasEnded, readSessionCheck, type SessionCheck } from './provider-session.ts';

/** A passenger who moves about fast, or between windows, need not be asked about each time. */
const leastMs = 10_000;
/** Our own server may be asked again and again, since asking keeps no session alive; a provider's session may be. */
const internalEveryMs = 60_000;

type Options = {
  /** Only passengers who sign in through the provider have a session there. */
  isWatched: boolean;
  currentPath: () => string;
  /** Calls back after each navigation; gives the way to stop it. */
  onNavigation: (listener: () => void) => () => void;
  onEnded: (mode: SessionCheck['mode']) => void;
};

/** Watches the session at the identity provider on screens that need sign-in, as the server asks for (spec section 4). */
export function useProviderSession({ isWatched, currentPath, onNavigation, onEnded }: Options): void {
  useEffect(() => {
    if (!isWatched) return;
    let check: SessionCheck | undefined;
    let askedAt = 0;
    let isStopped = false;

    const ask = async (): Promise<void> => {
      if (!check || isStopped || document.hidden || Date.now() - askedAt < leastMs) return;
      askedAt = Date.now();
      if ((await hasEnded(check, currentPath())) && !isStopped) onEnded(check.mode);
    };
    // Without a network nothing is found out; the next look may.
    const look = (): void => void ask().catch(() => undefined);
    const start = async (): Promise<void> => {
      check = await readSessionCheck(location.hostname);
      await ask();
    };
    start().catch(() => undefined);

    const stopNavigation = onNavigation(look);
    const timer = setInterval(() => check?.mode === 'internal' && look(), internalEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      isStopped = true;
      stopNavigation();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWatched, currentPath, onNavigation, onEnded]);
}
