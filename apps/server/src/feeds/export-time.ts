import path from 'node:path';
import { dayMs } from '@tapfolio/domain/durations.ts';

const dated =
  /(?<![0-9])(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?:[T_ -]?([01]\d|2[0-3])[:-]?([0-5]\d)(?:[:-]?([0-5]\d))?)?(?![0-9])/;

/**
 * When a file was exported: the date in its name, with a time if there is one, else when it was last written (UTC). A date that the
 * calendar does not have, such as 31 June, is no date.
 */
export function exportTime(file: string, modifiedMs: number): string {
  const found = dated.exec(path.basename(file));
  if (!found) return new Date(modifiedMs).toISOString();
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = found;
  const named = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  const isInCalendar = new Date(named).getUTCDate() === Number(day);
  return isInCalendar ? named : new Date(modifiedMs).toISOString();
}

/** Clocks differ, and a day may have begun where the sender is. */
const toleranceMs = dayMs;

/**
 * Why the time of export in a name is impossible, and from when on it is accepted; undefined if it is possible. The rows of such a file
 * would count as the newest as long as that day is in the future, also when newer files follow.
 */
export function exportProblem(exportedAt: string, now: Date): { reason: string; takenFrom: Date } | undefined {
  const takenFrom = new Date(Date.parse(exportedAt) - toleranceMs);
  if (takenFrom <= now) return undefined;
  const day = exportedAt.slice(0, 10);
  return {
    reason: `the file says it was exported on ${day}, which lies ahead: correct the date in its name`,
    takenFrom,
  };
}
