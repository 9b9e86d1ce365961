import { addMs, isBefore } from '../../lib/iso-instant.ts';

const dayMs = 86_400_000;
/** Trips of a payment start at most this long before its window opens or after it closes. */
const slackMs = 2 * dayMs;
/** A window that is still open is looked at for this long: the longest capping period and a few days. */
export const longestWindowMs = 40 * dayMs;

export interface Window {
  readonly opened_at: string;
  readonly closed_at: string | null;
}

/** Between which instants the trips of these payments start. There is at least one payment. */
export function tripsOfWindows(windows: readonly Window[]): { from: string; to: string } {
  const opened = windows.map(({ opened_at: at }) => at);
  const closed = windows.map(({ opened_at: at, closed_at: end }) => end ?? addMs(at, longestWindowMs));
  const first = opened.reduce((one, other) => (isBefore(other, one) ? other : one));
  const last = closed.reduce((one, other) => (isBefore(one, other) ? other : one));
  return { from: addMs(first, -slackMs), to: addMs(last, slackMs) };
}

/** Between which instants the payment opened that a fare or ticket of this instant was charged with. */
export function windowsAbout(began: string): { from: string; to: string } {
  return { from: addMs(began, -longestWindowMs), to: addMs(began, slackMs) };
}
