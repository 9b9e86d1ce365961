/**
 * An instant of a row (`2026-03-01 08:00:00.125+00`) as ISO 8601 in UTC with `Z`. It keeps every digit that the database
 * wrote. Readers' connections are set to UTC; text with any other offset is converted.
 */
export function isoInstant(instant: string): string {
  if (instant.endsWith('+00')) return `${instant.slice(0, 10)}T${instant.slice(11, -3)}Z`;
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
