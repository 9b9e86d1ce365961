import { useCallback, useEffect, useRef } from 'react';
import { durations, notify, withdrawNotice } from '../../lib/notices.ts';
import { onAction } from '../../lib/on-action.ts';
import { refreshSettings } from './api/refresh-settings.ts';
import { type IdleCount, type IdleTime, makeIdleTime } from './idle-time.ts';
import { makeSharedInstants } from './shared-instants.ts';

const noticeId = 'idle';
const tickMs = 1000;
const now = (): number => Date.now();

const warnings = { minute: 'nav.idleWarning', second: 'nav.idleWarningSeconds' } as const;

function warn({ unit, max, idle, left }: IdleCount, stay: () => void): void {
  notify({
    type: 'warning',
    uniqId: noticeId,
    duration: durations.idleWarning,
    title: (t) => t('nav.idleWarningTitle'),
    content: (t) => t(warnings[unit], { max, idle, left }),
    action: { label: (t) => t('nav.stayLoggedIn'), run: stay },
  });
}

/**
 * Runs while a screen that needs sign-in is open and the maximum is not zero; `onOver` ends the session. Returns a function
 * that checks the clock at once instead of at the next tick.
 */
export function useIdleTime(maxSeconds: number, onOver: (maxSeconds: number) => void): () => void {
  const running = useRef<IdleTime>(undefined);
  useEffect(() => {
    if (maxSeconds === 0) return;
    // The handler of every 401 handles this one; without a network the call may fail silently.
    const tellServer = (): void => void refreshSettings().catch(() => undefined);
    const idle = makeIdleTime({
      maxSeconds,
      now,
      shared: makeSharedInstants(now),
      onWarning: (count) => warn(count, idle.stay),
      onActionElsewhere: () => withdrawNotice(noticeId),
      onOver,
      onAlive: tellServer,
    });
    running.current = idle;
    const stopActions = onAction(idle.act, ['scroll', 'pageshow']);
    const timer = setInterval(idle.tick, tickMs);
    document.addEventListener('visibilitychange', idle.tick);
    return () => {
      running.current = undefined;
      clearInterval(timer);
      stopActions();
      document.removeEventListener('visibilitychange', idle.tick);
    };
  }, [maxSeconds, onOver]);
  return useCallback(() => running.current?.tick(), []);
}
