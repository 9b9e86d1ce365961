import { type Locale, toBcp47 } from '@tapfolio/domain/locale.ts';

interface Formats {
  readonly dateTime: string;
  readonly date: string;
  readonly time: string;
  /** The date format in the letters of the language, as a hint beside a field. */
  readonly dateHint: string;
}

const pointed = {
  dateTime: 'YYYY.MM.DD HH:mm:ss',
  date: 'YYYY.MM.DD',
  time: 'HH:mm',
};

/** The specification's table (§9); entry fields use the same order. No line breaks within a time. */
const formats: Readonly<Record<Locale, Formats>> = {
  en_CA: { dateTime: 'YYYY/MM/DD HH:mm', date: 'YYYY/MM/DD', time: 'HH:mm', dateHint: 'YYYY/MM/DD' },
  fr_CA: {
    dateTime: 'DD/MM/YYYY HH\u00a0h\u00a0mm\u00a0min',
    date: 'DD/MM/YYYY',
    time: 'HH\u00a0h\u00a0mm',
    dateHint: 'JJ/MM/AAAA',
  },
  de_DE: { ...pointed, dateHint: 'JJJJ.MM.TT' },
  sk_SK: { dateTime: 'DD.MM.YYYY HH:mm:ss', date: 'DD.MM.YYYY', time: 'HH:mm', dateHint: 'DD.MM.RRRR' },
  pl_PL: { ...pointed, dateHint: 'RRRR.MM.DD' },
  it_IT: { ...pointed, dateHint: 'AAAA.MM.GG' },
  en_GB: { ...pointed, dateHint: 'YYYY.MM.DD' },
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

/** Writes an ISO instant as date and time of the zone where it happened. Throws a `RangeError` for an invalid instant. */
export function formatDateTime(instant: string, locale: Locale, timeZone: string): string {
  return fill(formats[locale].dateTime, instant, timeZone);
}

/** Writes the date of an ISO instant in the zone where it happened. */
export function formatDate(instant: string, locale: Locale, timeZone: string): string {
  return fill(formats[locale].date, instant, timeZone);
}

/** Writes a day that is in no zone (`YYYY-MM-DD`) in the date format of the language. */
export function formatShortDay(day: string, locale: Locale): string {
  return formatDate(`${day}T00:00:00Z`, locale, 'UTC');
}

/** Writes the hour and minute of an ISO instant in the zone where it happened. */
export function formatTime(instant: string, locale: Locale, timeZone: string): string {
  return fill(formats[locale].time, instant, timeZone);
}

/** How a date is written in the language, as a hint: `YYYY/MM/DD`. */
export function dateHint(locale: Locale): string {
  return formats[locale].dateHint;
}

/** True if dates begin with the year in the language. */
export function isYearFirst(locale: Locale): boolean {
  return formats[locale].date.startsWith('YYYY');
}

const days = new Map<Locale, Intl.DateTimeFormat>();

/** French counts only the first day of a month: "1er mars", "2 mars". `Intl` writes "1 mars". */
const isOrdinal = ({ type, value }: Intl.DateTimeFormatPart, locale: Locale): boolean =>
  locale === 'fr_CA' && type === 'day' && value === '1';

/** Writes a day (`YYYY-MM-DD`) in words for a heading: `Friday, November 20, 2026`. */
export function formatDay(day: string, locale: Locale): string {
  const words = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const format = days.get(locale) ?? new Intl.DateTimeFormat(toBcp47(locale), { timeZone: 'UTC', ...words });
  days.set(locale, format);
  const parts = format.formatToParts(new Date(`${day}T00:00:00Z`));
  const text = parts.map((part) => (isOrdinal(part, locale) ? `${part.value}er` : part.value)).join('');
  return text.slice(0, 1).toLocaleUpperCase(toBcp47(locale)) + text.slice(1);
}

/** Writes a month (`YYYY-MM`) in words: `November 2026`. */
export function formatMonth(month: string, locale: Locale): string {
  const tag = toBcp47(locale);
  const words = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const text = words.format(new Date(`${month}-01T00:00:00Z`));
  return text.slice(0, 1).toLocaleUpperCase(tag) + text.slice(1);
}

/** The name of a time zone in the language, the same in summer and winter: `Eastern Time`. */
export function formatTimeZone(timeZone: string, locale: Locale, at: Date): string {
  const words = new Intl.DateTimeFormat(toBcp47(locale), { timeZone, timeZoneName: 'longGeneric' });
  return words.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** The first day of the week in the places where the language is spoken: 1 for Monday to 7 for Sunday. */
export function weekStart(locale: Locale): number {
  return locale === 'en_CA' || locale === 'fr_CA' ? 7 : 1;
}
