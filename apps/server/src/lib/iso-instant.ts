/**
 * An instant of a row (`2026-03-01 08:00:00.125+00`) as ISO 8601 in UTC with `Z`. It keeps every digit that the database
 * wrote. The connections of the parts are set to UTC; text with any other offset is converted.
 * @throws RangeError for a text that is no instant with an offset.
 */
export function isoInstant(instant: string): string {
  if (isWrittenInUtc(instant)) return `${instant.slice(0, 10)}T${instant.slice(11, -3)}Z`;
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(\.\d+)?/.exec(instant) ?? [];
  const offset = /[+-]\d\d(?::\d\d)*$/.exec(instant)?.[0];
  if (seconds === undefined || offset === undefined) throw new RangeError('a row holds an instant without an offset');
  return `${new Date(`${seconds.replace(' ', 'T')}${fullOffset(offset)}`).toISOString().slice(0, 19)}${fraction}Z`;
}

/** The same for a column that may be null. */
export function isoInstantOrNull(instant: string | null): string | null {
  return instant === null ? null : isoInstant(instant);
}

/** PostgreSQL leaves out the minutes of an offset of whole hours. */
function fullOffset(offset: string): string {
  return offset.includes(':') ? offset : `${offset}:00`;
}

const yearOneMs = Date.parse('0001-01-01T00:00:00Z');
const lastYearMs = Date.parse('9999-12-31T23:59:59.999Z');

/** The instant this number of milliseconds later, to the millisecond; infinite if its year would not have four digits. */
export function addMs(instant: string, ms: number): string {
  const sum = msOf(instant) + ms;
  if (sum < yearOneMs) return '-infinity';
  return sum > lastYearMs ? 'infinity' : new Date(sum).toISOString();
}

/**
 * Is one instant before another? Either may be infinite. Two that the database wrote in UTC are compared as texts, with all their
 * digits: to parse those of a page takes as long as a statement. All others are compared to the millisecond.
 */
export function isBefore(instant: string, other: string): boolean {
  if (instant === other) return false;
  if (isWrittenInUtc(instant) && isWrittenInUtc(other)) return instant < other;
  return msOf(instant) < msOf(other);
}

/** The later of two instants, compared as {@link isBefore} does. Either may be infinite. */
export function laterOf(instant: string, other: string): string {
  return isBefore(instant, other) ? other : instant;
}

/** The earlier of two instants, compared as {@link isBefore} does. Either may be infinite. */
export function earlierOf(instant: string, other: string): string {
  return isBefore(other, instant) ? other : instant;
}

/** Sorts instants, the oldest first, compared as {@link isBefore} does. */
export function oldestFirst(instant: string, other: string): number {
  return Number(isBefore(other, instant)) - Number(isBefore(instant, other));
}

const isWrittenInUtc = (instant: string) => instant.endsWith('+00');
const isInfinite = (instant: string) => instant === 'infinity' || instant === '-infinity';

/** Accepts ISO 8601 and the format of the database. */
function msOf(instant: string): number {
  if (isInfinite(instant)) return instant === 'infinity' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return Date.parse(instant.includes('T') ? instant : isoInstant(instant));
}
