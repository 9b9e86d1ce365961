import { useEffect } from 'react';
import { onAction } from '../../lib/on-action.ts';
import { msSince, writeEveryMs } from './idle-time.ts';
import { makeSharedInstants } from './shared-instants.ts';

/**
 * Runs while a signed-in passenger has a screen open that needs no sign-in: what is done there counts for the screens of the area in
 * other tabs (SES-08), and those tell the server. This screen ends no session (SES-07), and does not revive one whose time is over.
 */
export function useSharedActions(maxSeconds: number): void {
  useEffect(() => {
    const shared = makeSharedInstants(Date.now);
    const act = (): void => {
      const idleMs = msSince(shared.read('lastAction'), Date.now());
      if (idleMs >= writeEveryMs && idleMs < maxSeconds * 1000) shared.write('lastAction', Date.now());
    };
    act();
    return onAction(act, ['scroll', 'pageshow']);
  }, [maxSeconds]);
}
