import { useEffect } from 'react';
import { onAction } from '../../lib/on-action.ts';
import { makeAlive, makeSince, writeEveryMs } from './alive.ts';
import { tellServer } from './api/refresh-settings.ts';
import { makeSharedInstants } from './shared-instants.ts';

const tickMs = 1000;
const now = (): number => Date.now();

/**
 * Runs while a signed-in passenger has a screen open that needs no sign-in: what is done there counts for the screens of the area in
 * other tabs (SES-08), and for the server, also if there is no such screen. This screen ends no session (SES-07), and does not revive one
 * whose time is over.
 */
export function useSharedActions(maxSeconds: number): void {
  useEffect(() => {
    if (maxSeconds === 0) return;
    const shared = makeSharedInstants(now);
    const since = makeSince({ now, shared });
    const onAlive = (): void => void tellServer().catch(() => undefined);
    const alive = makeAlive({ maxSeconds, now, shared, onAlive });
    const act = (): void => {
      const idleMs = since('lastAction');
      if (idleMs >= writeEveryMs && idleMs < maxSeconds * 1000) shared.write('lastAction', now());
    };
    act();
    const stopActions = onAction(act, ['scroll', 'pageshow']);
    const timer = setInterval(alive.tick, tickMs);
    return () => {
      clearInterval(timer);
      stopActions();
    };
  }, [maxSeconds]);
}
