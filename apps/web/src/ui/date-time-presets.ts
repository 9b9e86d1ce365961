import { type CalendarDate, now, startOfMonth, startOfWeek, today, toZoned } from '@internationalized/date';
import type { Range } from './date-time-range.tsx';

export type Preset = 'today' | 'this_week' | 'this_month' | 'last_month';
export const presets: readonly Preset[] = ['today', 'this_week', 'this_month', 'last_month'];

/** The instants of a preset: whole local days, the last one included. `tag` says on which day a week begins. */
export function rangeOf(preset: Preset, timeZone: string, tag: string): Range {
  const day = today(timeZone);
  const month = startOfMonth(day);
  const week = startOfWeek(day, tag);
  const days: Record<Preset, readonly [CalendarDate, CalendarDate]> = {
    today: [day, day.add({ days: 1 })],
    this_week: [week, week.add({ days: 7 })],
    this_month: [month, month.add({ months: 1 })],
    last_month: [month.subtract({ months: 1 }), month],
  };
  const [from, to] = days[preset].map((date) => toZoned(date, timeZone).toAbsoluteString());
  return { from, to };
}

/** Which preset a range is, if any; the filter shows it as pressed. */
export function presetOf(range: Range, timeZone: string, tag: string): Preset | undefined {
  return presets.find((preset) => {
    const { from, to } = rangeOf(preset, timeZone, tag);
    return range.from === from && range.to === to;
  });
}

/** The hours an empty filter starts from while somebody types only a date. */
export const placeholderOf = (timeZone: string) => now(timeZone).set({ hour: 0, minute: 0, second: 0, millisecond: 0 });
