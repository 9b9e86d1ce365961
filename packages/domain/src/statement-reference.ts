/** What an operator's charges look like on a bank statement. */
export interface StatementReferenceRules {
  /** What stands before the reference: `OCT*`, `*`, `NLOV`. */
  readonly prefixes: readonly string[];
  /** How many characters a reference may have. */
  readonly lengths: readonly number[];
}

/** What could be read from a typed or pasted statement line. */
export interface StatementLine {
  /** The reference, upper case, when exactly one was found. */
  readonly srid?: string;
  /** Amounts found in the text, as written but without currency: `4.00`, `4,00`. Read them with `parseAmount`. */
  readonly amounts: readonly string[];
  /** Why there is no reference. */
  readonly problem?: 'none' | 'too_short' | 'too_long' | 'ambiguous';
  /** How many characters the reference, or what comes closest to one, has: for counting while typing. */
  readonly count: number;
}

const currencyBefore = '(?:(?<![0-9A-Z])[A-Z]{0,3}\\p{Sc}\\s?|(?<![0-9A-Z])[A-Z]{3}\\s)?';
const number = '((?:\\d{1,3}(?:,\\d{3})+\\.|\\d{1,3}(?:\\.\\d{3})+,|\\d{1,6}[.,])\\d{2})';
const amountPattern = new RegExp(`${currencyBefore}(?<![0-9A-Z.,])${number}(?![.,]?[0-9A-Z])`, 'gu');

/** Tells whether a text is a reference as stored: upper-case letters and digits, of one of the lengths. */
export function isStatementReference(text: string, lengths: readonly number[]): boolean {
  return lengths.includes(text.length) && /^[0-9A-Z]+$/.test(text);
}

/**
 * Reads a reference from whatever a person copies off a bank statement: a whole line such as
 * `OCT*E0ZKJ1J6R9ZJZR OTTAWA 4.00`, a reference in groups, lower case, with or without its prefix. Letters are never
 * swapped for digits or the other way round: an O stays an O.
 */
export function parseStatementLine(text: string, rules: StatementReferenceRules): StatementLine {
  const line = text.normalize('NFKC').toUpperCase();
  const amounts = [...line.matchAll(amountPattern)].map(([, amount]) => amount ?? '');
  const words = wordsOf(line.replace(amountPattern, ' '));
  const marked = afterPrefix(words, rules);
  const found = [marked && readMarked(marked, rules), readAlone(words, rules), readGroups(words, rules)];
  const references = found.find((candidates) => candidates !== undefined && candidates.length > 0) ?? [];
  const [srid] = references;
  if (srid === undefined) return { amounts, ...missing(marked ?? words, rules) };
  if (references.length > 1) return { amounts, problem: 'ambiguous', count: srid.length };
  return { srid, amounts, count: srid.length };
}

/** Runs of letters and digits; dashes inside a run belong to no reference and fall away, a star stays to be seen. */
function wordsOf(line: string): string[] {
  return line.replace(/(?<=[0-9A-Z])\p{Pd}+(?=[0-9A-Z])/gu, '').match(/[0-9A-Z]+|\*/g) ?? [];
}

const lettersOf = (prefix: string): string => prefix.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** The words that follow the first configured prefix (or any star), prefix taken off; `undefined` without one. */
function afterPrefix(words: readonly string[], { prefixes, lengths }: StatementReferenceRules): string[] | undefined {
  const star = words.indexOf('*');
  if (star >= 0) return words.slice(star + 1).filter((word) => word !== '*');
  const longestFirst = prefixes
    .map(lettersOf)
    .filter((prefix) => prefix !== '')
    .sort((a, b) => b.length - a.length);
  for (const [index, word] of words.entries()) {
    const prefix = longestFirst.find((start) => word.startsWith(start));
    const rest = word.slice(prefix?.length);
    const isPrefixed = rest === '' || !isStatementReference(word, lengths) || isStatementReference(rest, lengths);
    const hasReferenceShape = rest === '' || /\d/.test(rest);
    if (prefix !== undefined && isPrefixed && hasReferenceShape)
      return [rest, ...words.slice(index + 1)].filter(Boolean);
  }
  return undefined;
}

/** Right after a prefix stands the reference: in one word or in as few groups as make up a right length. */
function readMarked(words: readonly string[], { lengths }: StatementReferenceRules): string[] {
  let joined = '';
  for (const word of words) {
    joined += word;
    if (isStatementReference(joined, lengths)) return [joined];
  }
  return [];
}

/** Words of the right length; ordinary words of that length (TRANSPORTATION) give way to those with a digit. */
function readAlone(words: readonly string[], { lengths }: StatementReferenceRules): string[] {
  const fitting = [...new Set(words)].filter((word) => isStatementReference(word, lengths));
  const withDigit = fitting.filter((word) => /\d/.test(word));
  return withDigit.length > 0 ? withDigit : fitting;
}

/** Without a prefix, a reference in groups is believed only at the start of the text, and only with a digit in it. */
function readGroups(words: readonly string[], rules: StatementReferenceRules): string[] {
  return readMarked(words, rules).filter((joined) => /\d/.test(joined));
}

function missing(
  words: readonly string[],
  { lengths }: StatementReferenceRules,
): Pick<StatementLine, 'problem' | 'count'> {
  const shortest = Math.min(...lengths);
  const plain = words.filter((word) => word !== '*');
  const withDigit = plain.filter((word) => /\d/.test(word)).sort((a, b) => b.length - a.length);
  const closest = plain.length === 1 || plain.every((word) => /\d/.test(word)) ? plain.join('') : (withDigit[0] ?? '');
  const count = closest.length;
  if (count === 0) return { problem: 'none', count };
  return { problem: count < shortest ? 'too_short' : 'too_long', count };
}
