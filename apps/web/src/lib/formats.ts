import type { Money } from '@tapfolio/domain/money.ts';
import { formatMoney } from '@tapfolio/domain/money.ts';
import { formatDate, formatDateTime, formatDay, formatTime } from '@tapfolio/locales/formats.ts';
import { useMemo } from 'react';
import { useLocale } from './i18n.ts';

/** Dates and amounts as the page's language writes them. Instants are read in the zone they happened in. */
export function useFormats() {
  const locale = useLocale();
  return useMemo(
    () => ({
      money: (money: Money) => formatMoney(money, locale),
      dateTime: (instant: string, timeZone: string) => formatDateTime(instant, locale, timeZone),
      date: (instant: string, timeZone: string) => formatDate(instant, locale, timeZone),
      time: (instant: string, timeZone: string) => formatTime(instant, locale, timeZone),
      /** A service day, `YYYY-MM-DD`. */
      day: (day: string) => formatDay(day, locale),
    }),
    [locale],
  );
}
