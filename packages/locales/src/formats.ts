import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';
import { instantAt } from '@tapfolio/domain/service-day.ts';

interface Formats {
  readonly dateTime: string;
  readonly date: string;
  readonly time: string;
  /** How the filters write and ask for a moment; {@link parseEntry} reads all of them. */
  readonly entry: string;
}

const pointed: Formats = {
  dateTime: 'YYYY.MM.DD HH:mm:ss',
  date: 'YYYY.MM.DD',
  time: 'HH:mm',
  entry: 'YYYY.MM.DD HH:mm',
};

/** The specification's table (§9): the display formats are its own, the filter formats follow them. */
const formats: Readonly<Record<Locale, Formats>> = {
  en_CA: { dateTime: 'YYYY/MM/DD HH:mm', date: 'YYYY/MM/DD', time: 'HH:mm', entry: 'YYYY/MM/DD HH:mm' },
  fr_CA: { dateTime: 'DD/MM/YYYY HH h mm min', date: 'DD/MM/YYYY', time: 'HH h mm', entry: 'DD/MM/YYYY HH:mm' },
  de_DE: pointed,
  sk_SK: { dateTime: 'DD.MM.YYYY HH:mm:ss', date: 'DD.MM.YYYY', time: 'HH:mm', entry: 'DD.MM.YYYY HH:mm' },
  pl_PL: pointed,
  it_IT: pointed,
  en_GB: pointed,
};

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const twoDigits = {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', ...twoDigits } as const;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en', options);
  clocks.set(timeZone, clock);
  return clock;
}

function fill(pattern: string, instant: string, timeZone: string): string {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  const fields: Readonly<Record<string, Intl.DateTimeFormatPartTypes>> = {
    YYYY: 'year',
    MM: 'month',
    DD: 'day',
    HH: 'hour',
    mm: 'minute',
    ss: 'second',
  };
  return pattern.replace(/YYYY|MM|DD|HH|mm|ss/g, (field) => parts.get(fields[field] ?? 'literal') ?? field);
}

/** Writes an ISO instant as date and time of the zone it happened in. Throws a `RangeError` for an invalid instant. */
export function formatDateTime(instant: string, locale: Locale, timeZone: string): string {
  return fill(formats[locale].dateTime, instant, timeZone);
}

/** Writes the date of an ISO instant in the zone it happened in. */
export function formatDate(instant: string, locale: Locale, timeZone: string): string {
  return fill(formats[locale].date, instant, timeZone);
}

/** Writes the hour and minute of an ISO instant in the zone it happened in. */
export function formatTime(instant: string, locale: Locale, timeZone: string): string {
  return fill(formats[locale].time, instant, timeZone);
}

/** Writes an ISO instant the way the filters ask for it; {@link parseEntry} reads it back. */
export function formatEntry(instant: string, locale: Locale, timeZone: string): string {
  return fill(formats[locale].entry, instant, timeZone);
}

const days = new Map<Locale, Intl.DateTimeFormat>();

/** Writes a day (`YYYY-MM-DD`) in words for a heading: `Friday, November 20, 2026`. */
export function formatDay(day: string, locale: Locale): string {
  const words = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const format = days.get(locale) ?? new Intl.DateTimeFormat(toBcp47(locale), { timeZone: 'UTC', ...words });
  days.set(locale, format);
  const text = format.format(new Date(`${day}T00:00:00Z`));
  return text.slice(0, 1).toLocaleUpperCase(toBcp47(locale)) + text.slice(1);
}

const entryPattern =
  /^(?:(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})|(\d{1,2})\D{1,2}(\d{1,2})\D{1,2}(\d{4}))(?:[\sT,]+(\d{1,2})\s?[:h.]\s?(\d{2})(?:\s?(?:min|:\d{2}))?)?$/u;

/**
 * Reads a typed moment of any of our languages into an ISO instant: year first or day first is told by where the four
 * digits stand, and without a time the day's first minute is meant. `undefined` for what is no date.
 */
export function parseEntry(text: string, timeZone: string): string | undefined {
  const [, y1, m1, d1, d2, m2, y2, hour = '0', minute = '00'] = entryPattern.exec(text.trim()) ?? [];
  const [year, month, dayOfMonth] = [y1 ?? y2, m1 ?? m2, d1 ?? d2];
  if (year === undefined || month === undefined || dayOfMonth === undefined) return undefined;
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const isRealDay = new Date(Date.parse(day) || 0).toISOString().startsWith(day);
  const isRealTime = Number(hour) < 24 && Number(minute) < 60;
  return isRealDay && isRealTime ? instantAt(day, `${hour.padStart(2, '0')}:${minute}`, timeZone) : undefined;
}

/** The first day of the week where the language is spoken: 1 for Monday to 7 for Sunday. */
export function weekStart(locale: Locale): number {
  return locale === 'en_CA' || locale === 'fr_CA' ? 7 : 1;
}
