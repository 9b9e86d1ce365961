import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { formatMoney, type Money } from '@tapfolio/domain/money.ts';
import { formatDate, formatDateTime, formatDay, formatShortDay, formatTime } from '@tapfolio/locales/formats.ts';
import { useMemo } from 'react';
import { useLocale } from './i18n.ts';

export type Formats = {
  readonly money: (money: Money) => string;
  /** Amounts of several currencies, one after the other: they are never added. */
  readonly amounts: (amounts: readonly Money[]) => string;
  /** Instants are shown in the zone where they happened. */
  readonly dateTime: (instant: string, timeZone: string) => string;
  readonly date: (instant: string, timeZone: string) => string;
  readonly time: (instant: string, timeZone: string) => string;
  /** A service day in words, for a heading. */
  readonly day: (day: string) => string;
  /** A service day in the date format. */
  readonly shortDay: (day: string) => string;
};

function listed(parts: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(toBcp47(locale), { type: 'conjunction' }).format(parts);
}

/** How a language writes money, dates and times. */
export function formatsOf(locale: Locale): Formats {
  return {
    money: (money) => formatMoney(money, locale),
    amounts: (amounts) =>
      listed(
        amounts.map((money) => formatMoney(money, locale)),
        locale,
      ),
    dateTime: (instant, timeZone) => formatDateTime(instant, locale, timeZone),
    date: (instant, timeZone) => formatDate(instant, locale, timeZone),
    time: (instant, timeZone) => formatTime(instant, locale, timeZone),
    day: (day) => formatDay(day, locale),
    shortDay: (day) => formatShortDay(day, locale),
  };
}

/** A date and a time, or a number and what it counts, without a line break between them, for a narrow place. */
export const onOneLine = (two: string): string => two.replace(' ', '\u00a0');

/** Money and times in the format of the page's language. */
export function useFormats(): Formats {
  const locale = useLocale();
  return useMemo(() => formatsOf(locale), [locale]);
}
