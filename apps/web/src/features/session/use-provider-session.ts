import { useEffect } from 'react';
import { hasEnded, readSessionCheck, type SessionCheck } from './provider-session.ts';

/** A passenger who changes screens or windows often does not need a check each time. */
const leastMs = 10_000;
/** Our own server may be asked often, because asking does not keep a session alive; asking a provider may keep its session alive. */
const internalEveryMs = 60_000;

type Options = {
  /** Only passengers who sign in through the provider have a session there. */
  isWatched: boolean;
  currentPath: () => string;
  /** Calls back after each navigation; returns a function that stops this. */
  onNavigation: (listener: () => void) => () => void;
  onEnded: (mode: SessionCheck['mode']) => void;
};

/** Watches the session at the identity provider on screens that need sign-in, as the server requests it (spec section 4). */
export function useProviderSession({ isWatched, currentPath, onNavigation, onEnded }: Options): void {
  useEffect(() => {
    if (!isWatched) return;
    let check: SessionCheck | undefined;
    let askedAt = 0;
    let isStopped = false;

    const ask = async (): Promise<void> => {
      // A clock that was set back is as far away from the last check as one that went on.
      if (!check || isStopped || document.hidden || Math.abs(Date.now() - askedAt) < leastMs) return;
      askedAt = Date.now();
      if ((await hasEnded(check, currentPath())) && !isStopped) onEnded(check.mode);
    };
    // Without a network the check finds nothing out; the next check may.
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
