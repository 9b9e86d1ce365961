import { dayMs, hourMs, minuteMs } from './durations.ts';

/** Where and when an operator's day changes: an IANA time zone and a local time such as `04:30`. */
export interface ServiceDayRule {
  readonly timeZone: string;
  readonly dayCut: string;
}

/** A span of time, ISO 8601 in UTC: it contains `from` but not `to`. */
export interface InstantRange {
  readonly from: string;
  readonly to: string;
}

/** Days of an operator from the first to the last, `YYYY-MM-DD`. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** The ready-made ranges of the history filters. */
export const presets = ['today', 'this_week', 'this_month', 'last_month'] as const;

/** Name of a ready-made range. */
export type Preset = (typeof presets)[number];

/** The ready-made periods of a document: whole months and years, of which the current one ends today. */
export const documentPeriods = ['this_month', 'last_month', 'this_year', 'last_year'] as const;

/** Name of a ready-made period of a document. */
export type DocumentPeriod = (typeof documentPeriods)[number];

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const clock = new Intl.DateTimeFormat('en', { timeZone, calendar: 'gregory', hourCycle: 'h23', ...parts });
  clocks.set(timeZone, clock);
  return clock;
}

/** The local time in the zone, to the minute, as milliseconds of a clock without zone. */
function wallMs(instantMs: number, timeZone: string): number {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

function cutMs(dayCut: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(dayCut) ?? [];
  if (hours === undefined) throw new RangeError(`"${dayCut}" is no time of day`);
  return (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/** Midnight of a day, on a clock without zone. */
const startOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs;
const toDay = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

/** Trips of one service day begin within this number of milliseconds: a day, and what its cut and a change of the clock add. */
export const longestServiceDayMs = 36 * hourMs;

/** When clocks are set back, they show no more than this again. */
const mostShownAgainMs = 3 * 60 * minuteMs;

/**
 * The operator's day of an instant, as `YYYY-MM-DD`. Computed from the local time, so it is right on days of 23
 * and 25 hours. Throws a `RangeError` for an unknown zone, a malformed cut or an invalid instant.
 */
export function serviceDayOf(instant: Date | string, rule: ServiceDayRule): string {
  const at = new Date(instant).getTime();
  const sinceCut = wallMs(at, rule.timeZone) - cutMs(rule.dayCut);
  const day = toDay(sinceCut);
  if (sinceCut - startOf(sinceCut) < dayMs - mostShownAgainMs) return day;
  // The clocks may show the time before the cut again, after the next day has begun.
  const next = toDay(sinceCut + dayMs);
  return at < Date.parse(beginOfDay(next, rule)) ? day : next;
}

/**
 * When a service day (`YYYY-MM-DD`) begins, ISO 8601 in UTC: the first instant at which the clocks show the day cut, or, if they skip it, a
 * later time.
 */
export function beginOfDay(day: string, { timeZone, dayCut }: ServiceDayRule): string {
  const wall = Date.parse(day) + cutMs(dayCut);
  let { first: begin } = instantsOf(wall, timeZone);
  // A skipped cut counts as the same span after the change: the minutes between show later times too.
  while (wallMs(begin, timeZone) > wall && wallMs(begin - minuteMs, timeZone) >= wall) begin -= minuteMs;
  return new Date(begin).toISOString();
}

/**
 * The first and the last instant at which the clocks of a zone show a time of a day: two only if they show it twice. A time that the
 * clocks skip counts as the same span after the change.
 */
function instantsOf(wall: number, timeZone: string): { readonly first: number; readonly last: number } {
  const offsets = [-dayMs, dayMs].map((near) => wallMs(wall + near, timeZone) - (wall + near));
  const candidates = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const exact = candidates.filter((candidate) => wallMs(candidate, timeZone) === wall);
  const first = exact[0] ?? candidates[1] ?? wall;
  return { first, last: exact.at(-1) ?? first };
}

/**
 * The instant, ISO 8601 in UTC, at which the clocks of a zone show `time` (`08:42`) on `day` (`YYYY-MM-DD`); the first one if they
 * show it twice.
 */
export function instantAt(day: string, time: string, timeZone: string): string {
  return new Date(instantsOf(Date.parse(day) + cutMs(time), timeZone).first).toISOString();
}

/** As {@link instantAt}; the last one if the clocks show the time twice. */
export function lastInstantAt(day: string, time: string, timeZone: string): string {
  return new Date(instantsOf(Date.parse(day) + cutMs(time), timeZone).last).toISOString();
}

/** What the clocks of a zone show at an instant: the day (`YYYY-MM-DD`) and the time (`08:42`). */
export function wallClockAt(instant: string, timeZone: string): { readonly day: string; readonly time: string } {
  const shown = new Date(wallMs(Date.parse(instant), timeZone)).toISOString();
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** An instant as the clocks of a zone show it, in ISO 8601 with their distance from UTC: `2026-03-01T08:42:07-05:00`. Fractions are left out. */
export function instantWithOffset(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  const offsetMs = wallMs(at, timeZone) - Math.floor(at / minuteMs) * minuteMs;
  const offset = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
  return `${new Date(at + offsetMs).toISOString().slice(0, 19)}${offsetMs < 0 ? '-' : '+'}${offset}`;
}

/** From the day cut of one day to the day cut of another. Days are `YYYY-MM-DD`; the range contains `lastDay`. */
export function rangeOfDays(firstDay: string, lastDay: string, rule: ServiceDayRule): InstantRange {
  const nextDay = toDay(Date.parse(lastDay) + dayMs);
  return { from: beginOfDay(firstDay, rule), to: beginOfDay(nextDay, rule) };
}

/** How many days there are from one day to another (`YYYY-MM-DD`), with both. */
export function countDays(firstDay: string, lastDay: string): number {
  return (Date.parse(lastDay) - Date.parse(firstDay)) / dayMs + 1;
}

/** The first and the last day of a rule, `YYYY-MM-DD`; absent where it has none. */
interface RuleDays {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** True if there is a day on which both rules are in force. */
export function doShareDays(one: RuleDays, other: RuleDays): boolean {
  const endsBefore = ({ until }: RuleDays, day = '') => until !== undefined && until < day;
  return !endsBefore(one, other.from) && !endsBefore(other, one.from);
}

/** The first and the last service day of a ready-made period of a document. */
export function documentDays(period: DocumentPeriod, now: Date | string, rule: ServiceDayRule): DaySpan {
  if (period === 'this_month' || period === 'last_month') return presetDays(period, now, rule, 1);
  const today = serviceDayOf(now, rule);
  const year = Number(today.slice(0, 4));
  return period === 'this_year'
    ? { first: `${year}-01-01`, last: today }
    : { first: `${year - 1}-01-01`, last: `${year - 1}-12-31` };
}

/** The first and the last service day of a ready-made range. `weekStart` is 1 for Monday to 7 for Sunday. */
export function presetDays(preset: Preset, now: Date | string, rule: ServiceDayRule, weekStart: number): DaySpan {
  const today = new Date(startOf(Date.parse(serviceDayOf(now, rule))));
  const month = (offset: number, day: number): string => {
    return toDay(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, day));
  };
  const sinceWeekStart = (today.getUTCDay() - weekStart + 7) % 7;
  const day = toDay(today.getTime());
  switch (preset) {
    case 'today':
      return { first: day, last: day };
    case 'this_week':
      return { first: toDay(today.getTime() - sinceWeekStart * dayMs), last: day };
    case 'this_month':
      return { first: month(0, 1), last: day };
    case 'last_month':
      return { first: month(-1, 1), last: month(0, 0) };
  }
}

/** A ready-made range as instants, from day cut to day cut. */
export function presetRange(preset: Preset, now: Date | string, rule: ServiceDayRule, weekStart: number): InstantRange {
  const { first, last } = presetDays(preset, now, rule, weekStart);
  return rangeOfDays(first, last, rule);
}
