import type { Locale } from '@tapfolio/domain/locale.ts';
import { instantAt, rangeOfDays, wallClockAt } from '@tapfolio/domain/service-day.ts';
import { formatDate } from '@tapfolio/locales/formats.ts';
import { readTypedDay, readTypedTime } from '@tapfolio/locales/typed-date.ts';
import type { Check, Typed } from '../lib/form-check.ts';
import type { LazyText } from '../lib/i18n.ts';

/** Instants in ISO 8601 UTC: `from` inclusive, `to` exclusive; either may be open. */
export type OpenRange = { readonly from?: string | undefined; readonly to?: string | undefined };

type WallClock = { readonly day: string; readonly time: string };

const minuteMs = 60_000;
const dayStart = '00:00';
const lastMinute = '23:59';

const moved = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** The ends of a range as people say them: the last minute inside it, not the first one after it. */
export function endsOf({ from, to }: OpenRange, timeZone: string): { from?: WallClock; to?: WallClock } {
  return {
    ...(from && { from: wallClockAt(from, timeZone) }),
    ...(to && { to: wallClockAt(moved(to, -minuteMs), timeZone) }),
  };
}

/** Tells whether a range is made of whole days, so that nobody needs to see its hours. */
export function isWholeDays(range: OpenRange, timeZone: string): boolean {
  const { from, to } = endsOf(range, timeZone);
  return (from?.time ?? dayStart) === dayStart && (to?.time ?? lastMinute) === lastMinute;
}

/** A day for an example in a message, the same every time. */
const exampleDay = '2026-11-18T12:00:00Z';

/** Reads one end; nothing typed leaves it open. */
function readEnd(typed: Typed, side: 'from' | 'to', locale: Locale, usual: string) {
  const dayText = typed[`${side}Day`]?.trim() ?? '';
  const timeText = typed.hasTimes ? (typed[`${side}Time`]?.trim() ?? '') : '';
  const day = readTypedDay(dayText, locale);
  const time = timeText === '' ? usual : readTypedTime(timeText);
  const wrong: Record<string, LazyText> = {};
  if (dayText !== '' && day === undefined)
    wrong[`${side}Day`] = (t) => t('validation.day_format', { example: formatDate(exampleDay, locale, 'UTC') });
  if (dayText === '' && timeText !== '') wrong[`${side}Day`] = (t) => t('validation.required');
  if (time === undefined) wrong[`${side}Time`] = (t) => t('validation.time_format', { example: '08:30' });
  return { wrong, clock: day !== undefined && time !== undefined ? { day, time } : undefined };
}

/** The end of a range whose last minute is given; the whole last day belongs to it when no time was typed. */
function afterEnd({ day, time }: WallClock, timeZone: string): string {
  if (time === lastMinute) return rangeOfDays(day, day, { timeZone, dayCut: dayStart }).to;
  return moved(instantAt(day, time, timeZone), minuteMs);
}

/** Checks the typed ends of a range (`fromDay`, `fromTime`, `toDay`, `toTime`, `hasTimes`) in a language and a time zone. */
export function openRangeCheck(locale: Locale, timeZone: string): Check<OpenRange> {
  return (typed) => {
    const first = readEnd(typed, 'from', locale, dayStart);
    const last = readEnd(typed, 'to', locale, lastMinute);
    const errors = { ...first.wrong, ...last.wrong };
    if (Object.keys(errors).length > 0) return { errors };
    const from = first.clock && instantAt(first.clock.day, first.clock.time, timeZone);
    const to = last.clock && afterEnd(last.clock, timeZone);
    if (from && to && Date.parse(from) >= Date.parse(to))
      return { errors: { toDay: (t: Parameters<LazyText>[0]) => t('validation.date_order') } };
    return { value: { from, to } };
  };
}
