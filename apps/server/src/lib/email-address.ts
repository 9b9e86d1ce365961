/** One spelling per mailbox, as `passengers.email` holds it: NFC, trimmed, lower case. */
export function normaliseEmail(typed: string): string {
  return typed.normalize('NFC').trim().toLowerCase();
}
