/** Could this be an address at all? Says nothing of whether anybody has it: that, a mail tells. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
