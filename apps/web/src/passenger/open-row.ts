const minuteMs = 60_000;

/**
 * The part of an address that leads to one row of a history: opened, and first in the list, since the period ends with it.
 * So it needs no looking for, however long ago it was.
 */
export function openRow(id: string, at: string): { open: string; to: string } {
  return { open: id, to: new Date(Date.parse(at) + minuteMs).toISOString() };
}
