/** True if the text has the form of an e-mail address. Only a mail can show whether the address exists. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** One spelling per mailbox, as the account holds it: NFC, trimmed, lower case. */
export function normaliseEmail(typed: string): string {
  return typed.normalize('NFC').trim().toLowerCase();
}
