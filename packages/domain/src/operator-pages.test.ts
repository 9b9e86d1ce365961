import { expect, it } from 'vitest';
import { languageOfOperatorPage } from './operator-pages.ts';

it.each([
  ["in the reader's language", { en_CA: 'a', de_DE: 'b' }, 'de_DE'],
  ["in the operator's first language if the reader's is missing", { en_CA: 'a' }, 'en_CA'],
  ["in the reader's language if the operator has no such page", undefined, 'de_DE'],
] as const)('a page of the operator is read %s', (_, page, language) => {
  expect(languageOfOperatorPage(page, { locale: 'de_DE', deployed: ['en_CA', 'de_DE'] })).toBe(language);
});
