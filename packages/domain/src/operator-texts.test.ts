import { expect, it } from 'vitest';
import { languageOfOperatorText } from './operator-texts.ts';

it.each([
  ["in the reader's language", { en_CA: 'a', de_DE: 'b' }, 'de_DE'],
  ["in the operator's first language if the reader's is missing", { en_CA: 'a' }, 'en_CA'],
  ["in the reader's language if the operator has no such text", undefined, 'de_DE'],
] as const)('a text of the operator is read %s', (_, texts, language) => {
  expect(languageOfOperatorText(texts, { locale: 'de_DE', deployed: ['en_CA', 'de_DE'] })).toBe(language);
});
