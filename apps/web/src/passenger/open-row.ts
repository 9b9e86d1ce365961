import { minuteMs } from '@tapfolio/domain/durations.ts';

/**
 * The part of an address that leads to one row of a history: opened, and first in the list, because the period ends with it.
 * The passenger finds it at once, however old it is.
 */
export function openRow(id: string, at: string): { open: string; to: string } {
  return { open: id, to: new Date(Date.parse(at) + minuteMs).toISOString() };
}
