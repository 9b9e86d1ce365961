let aheadMs = 0;

/**
 * Learns the server's time from the `Date` header of an answer. The clock of this device may be wrong by minutes or years.
 */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** The server's time in milliseconds, correct to a few seconds; the time of this device before the first answer. */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
