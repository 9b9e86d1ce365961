/** Could this be an address at all? Says nothing of whether anybody has it: that, a mail tells. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** One spelling per mailbox, as the account holds it: NFC, trimmed, lower case. */
export function normaliseEmail(typed: string): string {
  return typed.normalize('NFC').trim().toLowerCase();
}
