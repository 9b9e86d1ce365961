import { minuteMs } from '@tapfolio/domain/durations.ts';
import type { Locale } from '@tapfolio/domain/locale.ts';
import {
  beginOfDay,
  type DaySpan,
  instantAt,
  lastInstantAt,
  rangeOfDays,
  type ServiceDayRule,
  serviceDayOf,
  wallClockAt,
} from '@tapfolio/domain/service-day.ts';
import { formatDate } from '@tapfolio/locales/formats.ts';
import { readTypedDay, readTypedTime } from '@tapfolio/locales/typed-date.ts';
import type { Check, Typed } from '../lib/form-check.ts';
import type { LazyText, T } from '../lib/i18n.ts';

/** Instants in ISO 8601 UTC: `from` inclusive, `to` exclusive; either may be open. */
export type OpenRange = { readonly from?: string | undefined; readonly to?: string | undefined };

/** A day and the local time; without a time the whole service day. */
type End = { readonly day: string; readonly time?: string | undefined };

const moved = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** True if a service day begins at an instant. */
function isDayCut(instant: string, rule: ServiceDayRule): boolean {
  return Date.parse(beginOfDay(serviceDayOf(instant, rule), rule)) === Date.parse(instant);
}

/** The ends of a range as people say them: the last day or minute inside it, not the first one after it. */
export function endsOf({ from, to }: OpenRange, rule: ServiceDayRule): { from?: End; to?: End } {
  const endOf = (edge: string, inside: string): End =>
    isDayCut(edge, rule) ? { day: serviceDayOf(inside, rule) } : wallClockAt(inside, rule.timeZone);
  return { ...(from && { from: endOf(from, from) }), ...(to && { to: endOf(to, moved(to, -minuteMs)) }) };
}

/** True if a range is made of whole service days, so that its hours need not be shown. */
export function isWholeDays({ from, to }: OpenRange, rule: ServiceDayRule): boolean {
  return [from, to].every((edge) => !edge || isDayCut(edge, rule));
}

/** A day for an example in a message, the same every time. */
const exampleDay = '2026-11-18T12:00:00Z';

/** Reads one end; an empty field leaves it open. */
function readEnd(typed: Typed, side: 'from' | 'to', locale: Locale) {
  const dayText = typed[`${side}Day`]?.trim() ?? '';
  const timeText = typed.hasTimes ? (typed[`${side}Time`]?.trim() ?? '') : '';
  const day = readTypedDay(dayText, locale);
  const time = timeText === '' ? undefined : readTypedTime(timeText);
  const wrong: Record<string, LazyText> = {};
  if (dayText !== '' && day === undefined)
    wrong[`${side}Day`] = (t) => t('validation.day_format', { example: formatDate(exampleDay, locale, 'UTC') });
  if (dayText === '' && timeText !== '') wrong[`${side}Day`] = (t) => t('validation.required');
  if (timeText !== '' && time === undefined)
    wrong[`${side}Time`] = (t) => t('validation.time_format', { example: '08:30' });
  return { wrong, end: day === undefined ? undefined : { day, time } };
}

/** The first instant of an end. */
function startOfEnd({ day, time }: End, rule: ServiceDayRule): string {
  return time === undefined ? beginOfDay(day, rule) : instantAt(day, time, rule.timeZone);
}

/** The instant after the last minute of an end. */
function afterEnd({ day, time }: End, rule: ServiceDayRule): string {
  if (time === undefined) return rangeOfDays(day, day, rule).to;
  return moved(lastInstantAt(day, time, rule.timeZone), minuteMs);
}

/**
 * Checks the typed ends of a range (`fromDay`, `fromTime`, `toDay`, `toTime`, `hasTimes`) in a language. Days without a time
 * are service days; typed times are local times, and the hour that the clocks show twice counts twice.
 */
export function openRangeCheck(locale: Locale, rule: ServiceDayRule): Check<OpenRange> {
  return (typed) => {
    const first = readEnd(typed, 'from', locale);
    const last = readEnd(typed, 'to', locale);
    const errors = { ...first.wrong, ...last.wrong };
    if (Object.keys(errors).length > 0) return { errors };
    const from = first.end && startOfEnd(first.end, rule);
    const to = last.end && afterEnd(last.end, rule);
    if (from && to && Date.parse(from) >= Date.parse(to))
      return { errors: { toDay: (t: T) => t('validation.date_order') } };
    return { value: { from, to } };
  };
}

/** Checks the typed first and last day of a period (`fromDay`, `toDay`) in a language: neither may be left open. */
export function daySpanCheck(locale: Locale): Check<DaySpan> {
  return (typed) => {
    const { fromDay = '', toDay = '' } = typed;
    const first = readEnd({ fromDay }, 'from', locale);
    const last = readEnd({ toDay }, 'to', locale);
    const missing: LazyText = (t) => t('validation.required');
    if (!first.end || !last.end) {
      const open = { ...(!first.end && { fromDay: missing }), ...(!last.end && { toDay: missing }) };
      return { errors: { ...open, ...first.wrong, ...last.wrong } };
    }
    if (first.end.day > last.end.day) return { errors: { toDay: (t: T) => t('validation.date_order') } };
    return { value: { first: first.end.day, last: last.end.day } };
  };
}
