import { dayMs, hourMs, minuteMs } from '@tapfolio/domain/durations.ts';

/** The city's wall clock. A service day is written `YYYY-MM-DD` and runs from the day cut to the next one. */
export const timeZone = 'America/Toronto';
export const dayCutMinutes = 4 * 60 + 30;

const wallClock = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const offsets = new Map<number, number>();

/** Milliseconds to add to UTC for the local time at an instant. Computed once for each hour. */
function offsetAt(instant: number): number {
  const hour = Math.floor(instant / hourMs);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const parts = Object.fromEntries(wallClock.formatToParts(hour * hourMs).map((part) => [part.type, part.value]));
  const local = Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`);
  const offset = local - hour * hourMs;
  offsets.set(hour, offset);
  return offset;
}

/** The instant of a wall-clock time, in minutes after local midnight of `day`. More than 24 hours means the next morning. */
export function instantOf(day: string, minutes: number): number {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  const guess = asIfUtc - offsetAt(asIfUtc);
  return asIfUtc - offsetAt(guess);
}

/** The service day an instant belongs to. */
export function serviceDayOf(instant: number): string {
  return new Date(instant + offsetAt(instant) - dayCutMinutes * minuteMs).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
