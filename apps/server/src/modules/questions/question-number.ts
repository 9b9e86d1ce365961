import { randomInt } from 'node:crypto';

/** Neither vowels, so that no number is a word, nor what is taken for something else when it is read out or written by hand. */
const characters = 'BCDFGHJKMNPQRTVWXZ2346789';

/** A number for a question, such as `K7M-2QF`: one of 244 million. */
export function newQuestionNumber(): string {
  const part = () => Array.from({ length: 3 }, () => characters[randomInt(characters.length)]).join('');
  return `${part()}-${part()}`;
}
