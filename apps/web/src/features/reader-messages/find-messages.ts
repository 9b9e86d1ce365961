import type { ReaderMessage } from './api/list-reader-messages.ts';

/** Shorter words, such as “is” or “la”, stand in nearly every text. */
const shortestWord = 3;

/** Without accents and capitals, which nobody types from memory. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l');

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

function withWords(messages: readonly ReaderMessage[], words: readonly string[]): ReaderMessage[] {
  const hasAll = (text: string): boolean => words.every((word) => plain(text).includes(word));
  const inShown = messages.filter(({ shown }) => hasAll(shown));
  const inAll = messages.filter((one) => !inShown.includes(one) && hasAll(`${one.shown} ${one.means}`));
  return [...inShown, ...inAll];
}
