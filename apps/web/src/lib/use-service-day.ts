import { minuteMs } from '@tapfolio/domain/durations.ts';
import { type ServiceDayRule, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

/** A page whose timers slept with the device asks at once when it is seen again. */
function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The server's time in milliseconds, to the minute; it goes on on a page that stays open. */
export function useMinute(): number {
  const now = (): number => Math.floor(serverNow() / minuteMs) * minuteMs;
  return useSyncExternalStore(everyMinute, now, now);
}

/** The operator's day, as `YYYY-MM-DD`; it changes within a minute after the day cut, also on a page that stays open. */
export function useServiceDay(days: ServiceDayRule): string {
  const today = (): string => serviceDayOf(new Date(serverNow()), days);
  return useSyncExternalStore(everyMinute, today, today);
}
