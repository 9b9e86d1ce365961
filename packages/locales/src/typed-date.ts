import type { Locale } from '@tapfolio/domain/locale.ts';
import { isYearFirst } from './formats.ts';

const yearFirst = /^(?<year>\d{4})\D+(?<month>\d{1,2})\D+(?<day>\d{1,2})\D*$/;
const dayFirst = /^(?<day>\d{1,2})\D+(?<month>\d{1,2})\D+(?<year>\d{4})\D*$/;
const yearFirstDigits = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/;
const dayFirstDigits = /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/;
const oldestYear = 1900;

/** A time after the day, as in what is copied from a page. */
const timeBehind = /[\s,]+\d{1,2}\s*[:.h]\s*\d\d(?:[:.]\d\d|\s*min)?$/;

/**
 * Reads a day as it is typed in a language, with any signs between its parts or none, and returns it as `YYYY-MM-DD`. A time behind it, which
 * comes along with a copied day, is left out. Returns `undefined` for text that is no day of the calendar, and in Canadian English for a year at the end, because
 * 05/11 is a day in May to some people and in November to others.
 */
export function readTypedDay(text: string, locale: Locale): string | undefined {
  const shapes = [
    yearFirst,
    isYearFirst(locale) ? yearFirstDigits : dayFirstDigits,
    ...(locale === 'en_CA' ? [] : [dayFirst]),
  ];
  const texts = [text.trim(), text.trim().replace(timeBehind, '')];
  const {
    year = '',
    month = '',
    day = '',
  } = texts.flatMap((day) => shapes.map((shape) => shape.exec(day)?.groups)).find(Boolean) ?? {};
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const milliseconds = Date.parse(written);
  if (Number(year) < oldestYear || Number.isNaN(milliseconds)) return undefined;
  // JavaScript reads 31 February as a day in March.
  return new Date(milliseconds).toISOString().startsWith(written) ? written : undefined;
}

/** Reads a time of day as it is typed (`8:05`, `8 h 05`, `0805`, `8`) and returns it as `08:05`. */
export function readTypedTime(text: string): string | undefined {
  const [, hour, minute = '00'] =
    /^([01]?\d|2[0-3])(?:\s*[:.h]?\s*([0-5]\d)(?:\s*min)?|\s*h)?$/i.exec(text.trim()) ?? [];
  return hour === undefined ? undefined : `${hour.padStart(2, '0')}:${minute}`;
}
