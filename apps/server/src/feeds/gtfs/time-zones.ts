import { dayMs } from '@tapfolio/domain/durations.ts';

/** Instants at which two zones are compared: twice a month for two years, so that no change of the clock is missed. */
const samples = 48;
const halfMonthMs = 15 * dayMs;

/**
 * Whether the clocks of two time zones show the same: `America/Montreal` is another name of `America/Toronto`, so
 * passengers see no difference. An unknown zone equals no other.
 */
export function showSameTime(left: string, right: string, now: Date): boolean {
  if (left === right) return true;
  const [first, second] = [offsetsOf(left, now), offsetsOf(right, now)];
  return first !== undefined && first === second;
}

function offsetsOf(timeZone: string, now: Date): string | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  const instants = Array.from({ length: samples }, (_, index) => now.getTime() + (index - samples / 2) * halfMonthMs);
  const offset = (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return instants.map(offset).join();
}
