import type { Locale } from '@tapfolio/domain/locale.ts';

/** Polish and Slovak print no word of one letter at the end of a line. */
const ofOneLetter: Partial<Record<Locale, RegExp>> = {
  pl_PL: /(?<![\p{L}\p{N}’-])([aiouwz]) (?=\S)/giu,
  sk_SK: /(?<![\p{L}\p{N}’-])([aikosuvz]) (?=\S)/giu,
};

/** Returns the text with signs that keep a line from ending after such a word, and inside “e-mail”. */
export function keepTogether(locale: Locale, text: string): string {
  const short = ofOneLetter[locale];
  const joined = text.replaceAll(/\b(e-)(?=mail)/gi, '$1\u2060');
  return short ? joined.replaceAll(short, '$1\u00a0') : joined;
}
