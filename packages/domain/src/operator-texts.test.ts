import { expect, it } from 'vitest';
import { languageOfOperatorText, languageWith } from './operator-texts.ts';

it('an operator answers in the language of the reader, or in its first one if it does not offer that', () => {
  expect(languageWith('de_DE', ['en_CA', 'de_DE'])).toBe('de_DE');
  expect(languageWith('de_DE', ['fr_CA', 'en_CA'])).toBe('fr_CA');
});

it('a text in a language that the operator no longer offers is not read', () => {
  const texts = { en_CA: 'a', de_DE: 'b' };

  expect(languageOfOperatorText(texts, { locale: 'de_DE', deployed: ['en_CA'] })).toBe('en_CA');
});

it.each([
  ["in the reader's language", { en_CA: 'a', de_DE: 'b' }, 'de_DE'],
  ["in the operator's first language if the reader's is missing", { en_CA: 'a' }, 'en_CA'],
  ["in the reader's language if the operator has no such text", undefined, 'de_DE'],
] as const)('a text of the operator is read %s', (_, texts, language) => {
  expect(languageOfOperatorText(texts, { locale: 'de_DE', deployed: ['en_CA', 'de_DE'] })).toBe(language);
});
