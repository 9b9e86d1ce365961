/** One spelling per mailbox, as `passengers.email` holds it: NFC, trimmed, lower case. */
export function normaliseEmail(typed: string): string {
  return typed.normalize('NFC').trim().toLowerCase();
}

/** Could this be an address at all? Says nothing of whether anybody has it. */
export function looksLikeEmail(address: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address);
}
