import { minuteMs } from '@tapfolio/domain/durations.ts';
import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

/** A page whose timers slept with the device asks at once when it is seen again. */
export function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

const thisMinute = (): number => Math.floor(serverNow() / minuteMs) * minuteMs;

/** The server's time in milliseconds, to the minute; it goes on on a page that stays open. */
export const useMinute = (): number => useSyncExternalStore(everyMinute, thisMinute, thisMinute);
