import { systemClock } from '../lib/clock.ts';

const longestSeconds = 3600;

/** How many seconds the other side asks us to wait: seconds or an HTTP date (RFC 9110 section 10.2.3), one hour at most. */
export function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - systemClock.now().getTime()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), longestSeconds);
}
