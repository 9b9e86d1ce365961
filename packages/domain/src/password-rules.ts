/** The operator's rules, as the server gives them. 0 means no restriction. */
export interface PasswordRules {
  readonly length: number;
  readonly digits: number;
  readonly bigLetters: number;
  readonly smallLetters: number;
  readonly specialChars: number;
  /** How many earlier passwords may not be used again. Only the server can check it. */
  readonly maxRepeat: number;
  /** Words that may not be most of a password (see {@link isMostly}), if the caller knows them. */
  readonly contextWords?: readonly string[];
}

/** The violation keys of the specification, and our own for what it does not name: too long, too common, made of known words. */
export const passwordViolations = [
  'password_too_short',
  'password_too_long',
  'password_no_digits',
  'password_no_capital_letters',
  'password_no_small_letters',
  'password_no_special_chars',
  'password_white_chars',
  'password_max_repeat',
  'password_too_common',
  'password_context_words',
] as const;

/** Key of a rule that a password breaks. */
export type PasswordViolation = (typeof passwordViolations)[number];

/** Passwords with more code points are refused, because hashing must take a limited time. */
const maxPasswordLength = 128;

/** One rule and its result for the typed text; `unknown` if only the server can check it. */
export interface RuleState {
  readonly key: PasswordViolation;
  /** The number in the rule's text: the minimum of digits, or the number of earlier passwords. */
  readonly count: number;
  readonly state: 'met' | 'unmet' | 'unknown';
}

const count = (password: string, kind: RegExp): number => password.match(kind)?.length ?? 0;
const codePoints = (text: string): number => [...text].length;

/** True if the password is longer than allowed. Then no other rule is checked. */
export function isTooLong(password: string): boolean {
  return password.length > maxPasswordLength && codePoints(password) > maxPasswordLength;
}

/** A compatibility character can expand to eighteen others, so the compared text has its own limit. */
const mostComparedUnits = 2 * maxPasswordLength;

/** The text in which known passwords are searched: without case, and with one form for each letter. */
export function comparedText(password: string): string {
  return password.normalize('NFKC').slice(0, mostComparedUnits).toLowerCase().slice(0, mostComparedUnits);
}

/**
 * The result of each rule in force, in a fixed order, to mark them while typing. Rules set to 0 are left out. Lengths are
 * counted in code points.
 */
export function ruleStates(password: string, rules: PasswordRules): RuleState[] {
  const length = codePoints(password);
  const { contextWords = [] } = rules;
  const all: RuleState[] = [
    atLeast('password_too_short', rules.length, length),
    atLeast('password_no_digits', rules.digits, count(password, /\p{Nd}/gu)),
    atLeast('password_no_capital_letters', rules.bigLetters, count(password, /\p{Lu}/gu)),
    atLeast('password_no_small_letters', rules.smallLetters, count(password, /\p{Ll}/gu)),
    atLeast('password_no_special_chars', rules.specialChars, count(password, /[^\p{L}\p{N}\p{M}\s]/gu)),
    { key: 'password_white_chars', count: 1, state: /\s/u.test(password) ? 'unmet' : 'met' },
    { key: 'password_max_repeat', count: rules.maxRepeat, state: 'unknown' },
    { key: 'password_too_long', count: maxPasswordLength, state: length > maxPasswordLength ? 'unmet' : 'met' },
    {
      key: 'password_context_words',
      count: contextWords.length,
      state: isMostly(password, contextWords) ? 'unmet' : 'met',
    },
  ];
  return all.filter((rule) => rule.count > 0);
}

function atLeast(key: PasswordViolation, needed: number, found: number): RuleState {
  return { key, count: needed, state: found >= needed ? 'met' : 'unmet' };
}

/** Every rule that the password breaks, as far as the password alone shows it. */
export function violatedRules(password: string, rules: PasswordRules): PasswordViolation[] {
  return ruleStates(password, rules).flatMap(({ key, state }) => (state === 'unmet' ? [key] : []));
}

/**
 * True if known words (operator, product, city, the address) are half of a password or more. A long phrase
 * may contain "card", but `Ottawa2026` may not be a password in Ottawa, nor `montreal2026` in Montréal.
 */
export function isMostly(password: string, words: readonly string[]): boolean {
  const whole = plain(password);
  const longestFirst = words.map(plain).sort((a, b) => b.length - a.length);
  const rest = longestFirst
    .filter((word) => codePoints(word) > 2)
    .reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest !== whole && codePoints(rest) * 2 <= codePoints(whole);
}

/** Removes case and accents, because people often leave them out in passwords. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
