import type { Locale } from '@tapfolio/domain/locale.ts';
import type { ReaderMessage } from './api/list-reader-messages.ts';
import { isLikeWord } from './like-word.ts';

/** Shorter words, such as “is” or “la”, stand in nearly every text. */
const shortestWord = 3;

/** Without accents and capitals, which nobody types from memory. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss');

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The digits of a number or code, as of “E-07” those of 7. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');

const hasDigit = (word: string): boolean => /\d/.test(word);

/**
 * The messages that the typed text fits: those whose number begins with a number in it, or that have all of its words; if there are none,
 * those that have all of its words but for the numbers. What the reader shows counts more than what it means.
 */
export function findMessages(messages: readonly ReaderMessage[], typed: string): readonly ReaderMessage[] {
  const all = wordsOf(typed);
  if (all.length === 0) return messages;
  const numbers = all.filter(hasDigit).map(digitsOf);
  const long = all.filter((word) => word.length >= shortestWord || hasDigit(word));
  const words = long.length === 0 ? all : long;
  const byNumber = messages.filter(({ number }) => number !== null && isNumberOf(number, numbers));
  const byWords = withWords(messages, words).filter((one) => !byNumber.includes(one));
  const found = [...byNumber, ...byWords];
  if (found.length > 0) return found;
  const named = words.filter((word) => !hasDigit(word));
  return named.length === 0 ? [] : withWords(messages, named);
}

function isNumberOf(number: string, typed: readonly string[]): boolean {
  const digits = digitsOf(number);
  return digits !== '' && typed.some((one) => digits.startsWith(one));
}

type Part = 'shown' | 'alsoShown' | 'means' | 'next';

const textOf = (message: ReaderMessage, part: Part): string =>
  part === 'alsoShown' ? (message.alsoShown ?? []).map(({ shown }) => shown).join(' ') : message[part];

/**
 * The messages that have all of the words; the words of another language count less than those of the page. A misspelt word, or another
 * form of it, is looked for among what readers show only if none shows it as it was typed, and the advice is searched only if nothing
 * else fits.
 */
function withWords(messages: readonly ReaderMessage[], words: readonly string[]): ReaderMessage[] {
  const having = (parts: readonly Part[], has: (text: string, word: string) => boolean): ReaderMessage[] =>
    messages.filter((one) => {
      const text = plain(parts.map((part) => textOf(one, part)).join(' '));
      return words.every((word) => has(text, word));
    });
  const inShown = [...having(['shown'], contains), ...having(['alsoShown'], contains)];
  const shownAlike = inShown.length > 0 ? inShown : having(['shown', 'alsoShown'], containsAlike);
  const found = new Set([...shownAlike, ...having(['shown', 'means'], contains)]);
  if (found.size > 0) return [...found];
  const meantAlike = having(['shown', 'means'], containsAlike);
  return meantAlike.length > 0 ? meantAlike : having(['shown', 'means', 'next'], containsAlike);
}

/** The wording of another language that the typed text was found by; undefined if it stands in what the page shows. */
export function foundWording(message: ReaderMessage, typed: string): { language: Locale; shown: string } | undefined {
  const words = wordsOf(typed).filter((word) => word.length >= shortestWord);
  for (const has of [contains, containsAlike]) {
    const hasOne = (shown: string): boolean => words.some((word) => has(plain(shown), word));
    if (hasOne(message.shown)) return undefined;
    const other = message.alsoShown?.find(({ shown }) => hasOne(shown));
    if (other) return other;
  }
  return undefined;
}

const contains = (text: string, word: string): boolean => text.includes(word);

const containsAlike = (text: string, word: string): boolean =>
  contains(text, word) || wordsOf(text).some((one) => isLikeWord(one, word));
