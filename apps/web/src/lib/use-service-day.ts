import { type ServiceDayRule, serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';
import { everyMinute } from './use-minute.ts';

/** The operator's day, as `YYYY-MM-DD`; it changes within a minute after the day cut, also on a page that stays open. */
export function useServiceDay(days: ServiceDayRule): string {
  const today = (): string => serviceDayOf(new Date(serverNow()), days);
  return useSyncExternalStore(everyMinute, today, today);
}
