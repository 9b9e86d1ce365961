import { takeAmounts } from './statement-amounts.ts';

/** The form of an operator's charges on a bank statement. */
export interface StatementReferenceRules {
  /** The prefixes before the reference: `OCT*`, `*`, `NLOV`. */
  readonly prefixes: readonly string[];
  /** The allowed lengths of a reference. */
  readonly lengths: readonly number[];
}

/** The result of reading a typed or pasted statement line. */
export interface StatementLine {
  /** The reference in upper case, if exactly one was found. */
  readonly srid?: string;
  /** Amounts found in the text, as written but without currency: `4.00`, `4,00`. Read them with `parseAmount`. */
  readonly amounts: readonly string[];
  /** Why there is no reference. */
  readonly problem?: 'none' | 'too_short' | 'too_long' | 'foreign' | 'ambiguous';
  /** The first character that no reference has, if the problem is `foreign`: an accent, or a letter of another script that looks like one of ours. */
  readonly foreign?: string;
  /** The length of the reference, or of the text closest to one: for the counter while typing. */
  readonly count: number;
}

/** The most characters that are read of a pasted text. A statement line has a few dozen. */
const longestText = 1_000;
const star = '*';
/**
 * What a person takes for a character of a reference, so that a word is never cut at a look-alike: the rest of it could be a shorter reference.
 * Scripts without capitals have no look-alikes, and are written around a reference without blanks.
 */
const character = '[\\p{Lu}\\p{Ll}\\p{Nd}\\p{M}]';
const dashInside = new RegExp(`(?<=${character})\\p{Pd}+(?=${character})`, 'gu');
const wordOrStar = new RegExp(`${character}+|\\*`, 'gu');

/** True if a text is a reference as stored: upper-case letters and digits, of one of the lengths. */
export function isStatementReference(text: string, lengths: readonly number[]): boolean {
  return lengths.includes(text.length) && /^[0-9A-Z]+$/.test(text);
}

/**
 * Reads a reference from what a person copies from a bank statement: a whole line such as
 * `OCT*E0ZKJ1J6R9ZJZR OTTAWA 4.00`, a reference in groups, lower case, with or without its prefix. Letters are never
 * changed to digits or digits to letters: an O stays an O. Amounts are read with the decimals that one of the currencies has, or with two.
 */
export function parseStatementLine(
  text: string,
  rules: StatementReferenceRules,
  currencies: readonly string[] = [],
): StatementLine {
  const line = text.slice(0, longestText).normalize('NFKC').toUpperCase();
  const { amounts, rest } = takeAmounts(line, currencies);
  const words = wordsOf(rest);
  const marked = afterMarks(words, rules);
  const readings = [...marked.map((tails) => tails.flatMap((tail) => readStart(tail, rules))), readAlone(words, rules)];
  if (marked.flat().length === 0) readings.push(readStart(words, rules));
  const found = readings.find((references) => references.length > 0) ?? [];
  const [srid, ...others] = new Set(found);
  if (srid === undefined) return { amounts, ...missing(marked.flat()[0] ?? words, rules) };
  if (others.length > 0) return { amounts, problem: 'ambiguous', count: srid.length };
  return { srid, amounts, count: srid.length };
}

/** Runs of letters and digits, those of no reference too. Dashes inside a run belong to no reference and are removed; a star is kept. */
function wordsOf(line: string): string[] {
  return line.replace(dashInside, '').match(wordOrStar) ?? [];
}

/** The rest of the text after each place where a reference may begin, the most certain place first: our prefix and star, any star, our prefix. */
function afterMarks(words: readonly string[], rules: StatementReferenceRules): string[][][] {
  const prefixes = rules.prefixes.map((prefix) => prefix.toUpperCase().replace(/[^0-9A-Z]/g, ''));
  const letters = prefixes.filter((prefix) => prefix !== '').sort((a, b) => b.length - a.length);
  const tailOf = (index: number): string[] => words.slice(index + 1).filter((word) => word !== star);
  const stars = words.flatMap((word, index) => (word === star ? [index] : []));
  const ours = stars.filter((index) => letters.includes(words[index - 1] ?? ''));
  const prefixed = words.flatMap((word, index) => {
    const rest = withoutPrefix(word, letters, rules.lengths);
    return rest === undefined ? [] : [[rest, ...tailOf(index)].filter((part) => part !== '')];
  });
  return [ours.map(tailOf), stars.map(tailOf), prefixed];
}

/**
 * The rest of a word without one of the prefixes; `undefined` if it has none, or if the word is a reference
 * and would be none without its first letters.
 */
function withoutPrefix(word: string, prefixes: readonly string[], lengths: readonly number[]): string | undefined {
  const prefix = prefixes.find((start) => word.startsWith(start));
  if (prefix === undefined) return undefined;
  const rest = word.slice(prefix.length);
  const isWhole = isStatementReference(word, lengths) && !isStatementReference(rest, lengths);
  return rest === '' || (/\d/.test(rest) && !isWhole) ? rest : undefined;
}

/** A reference at the start of some words: in one word, or in as few groups as have a right length together, with a digit. */
function readStart(words: readonly string[], { lengths }: StatementReferenceRules): string[] {
  let joined = '';
  for (const word of words) {
    joined += word;
    if (isStatementReference(joined, lengths)) return joined === word || /\d/.test(joined) ? [joined] : [];
  }
  return [];
}

/** Words of the right length. Words with a digit win over ordinary words of that length (TRANSPORTATION). */
function readAlone(words: readonly string[], { lengths }: StatementReferenceRules): string[] {
  const fitting = words.filter((word) => isStatementReference(word, lengths));
  const withDigit = fitting.filter((word) => /\d/.test(word));
  return withDigit.length > 0 ? withDigit : fitting;
}

/** The length of what is closest to a reference: one word, groups that all have digits, or the longest word with a digit. */
function missing(
  words: readonly string[],
  rules: StatementReferenceRules,
): Pick<StatementLine, 'problem' | 'foreign' | 'count'> {
  const withDigit = words.filter((word) => /\d/.test(word)).sort((a, b) => b.length - a.length);
  const isOneThing = words.length === 1 || words.length === withDigit.length;
  const nearest = isOneThing ? words.join('') : (withDigit[0] ?? '');
  const count = nearest.length;
  if (count === 0) return { problem: 'none', count };
  const [foreign] = /[^0-9A-Z]/u.exec(nearest) ?? [];
  if (foreign !== undefined && withDigit.length > 0) return { problem: 'foreign', foreign, count };
  return { problem: count < Math.min(...rules.lengths) ? 'too_short' : 'too_long', count };
}
