import { expect, it } from 'vitest';
import { makeDrawable } from './drawable-text.ts';

const letters = new Set(Array.from('abcé 1', (letter) => letter.codePointAt(0) ?? 0));

it.each([
  ['any white space as a plain space', '1\u00a01\u202f1\t1', '1 1 1 1'],
  ['a letter that no font has as a question mark', 'a地🙂c', 'a??c'],
  ['a letter and its accent as one letter', 'e\u0301', 'é'],
])('writes %s', (_what, text, drawn) => {
  expect(makeDrawable(text, letters)).toBe(drawn);
});

it('changes every text of the data, and nothing else', () => {
  const data = { name: '地', count: 2, rows: [['a', null], ['\u00a0']] };

  expect(makeDrawable(data, letters)).toEqual({ name: '?', count: 2, rows: [['a', null], [' ']] });
});
