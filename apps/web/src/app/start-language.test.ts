import { beforeEach, expect, test } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { buildPortalConfig } from '../../test/fixtures.ts';
import { languageOfVisit } from './start-language.ts';

const config = buildPortalConfig();
let local: Storage;
beforeEach(() => {
  ({ local } = freshStorage());
});

test('a first visit gets the language of its host [I18N-04]', () => {
  expect(languageOfVisit(config, 'voyage.example', undefined)).toBe('fr_CA');
  expect(languageOfVisit(config, 'elsewhere.example', undefined)).toBe('en_CA');
});

test('the language in which the server wrote the page comes before the host', () => {
  expect(languageOfVisit(config, 'voyage.example', 'en-CA')).toBe('en_CA');
});

test('the remembered choice comes first, as long as it is deployed', () => {
  local.setItem('selectedLanguage', 'fr_CA');
  expect(languageOfVisit(config, 'travel.example', 'en-CA')).toBe('fr_CA');

  local.setItem('selectedLanguage', 'sk_SK');
  expect(languageOfVisit(config, 'travel.example', 'en-CA')).toBe('en_CA');
});
