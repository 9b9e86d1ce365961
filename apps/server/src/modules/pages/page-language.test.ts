import { recognise } from '@tapfolio/locales/paths.ts';
import { expect, test } from 'vitest';
import { languageLinks, languageOfPage } from './page-language.ts';

const config = {
  languages: { deployed: ['en_CA' as const, 'fr_CA' as const], hosts: { 'voyage.example': 'fr_CA' as const } },
};
const at = (pathname: string, host = 'portal.example', accepted?: string) =>
  languageOfPage(config, { pathname, host, accepted, place: recognise(pathname) });

test('a path of one language is served in that language', () => {
  expect(at('/connexion')).toBe('fr_CA');
  expect(at('/page-des-re%C3%A7us')).toBe('fr_CA');
});

test('the canonical path is served in the language of the host [I18N-04]', () => {
  expect(at('/login')).toBe('en_CA');
  expect(at('/login', 'voyage.example')).toBe('fr_CA');
  expect(at('/no-such-page', 'voyage.example')).toBe('fr_CA');
});

test.each(['VOYAGE.Example', 'voyage.example.'])('a host may be written in any way: %s', (host) => {
  expect(at('/login', host)).toBe('fr_CA');
});

test('a path of a language that is not deployed is served in the default language', () => {
  expect(at('/anmelden')).toBe('en_CA');
});

test('a host with the name of a property of every object is treated like any other', () => {
  expect(['constructor', '__proto__', 'toString'].map((host) => at('/login', host))).toEqual([
    'en_CA',
    'en_CA',
    'en_CA',
  ]);
});

test.each([
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr_CA'],
  ['fr', 'fr_CA'],
  ['de-DE, fr-FR;q=0.7, en;q=0.8', 'en_CA'],
  ['fr;q=0, en', 'en_CA'],
  ['de', 'en_CA'],
  ['', 'en_CA'],
  [';q=,,', 'en_CA'],
])('a host without a language is served in the language that the browser asks for: %s', (accepted, locale) => {
  expect(at('/login', 'portal.example', accepted)).toBe(locale);
  expect(at('/card', 'portal.example', accepted)).toBe(locale);
});

test('the language of the path and of the host win over the one that the browser asks for [I18N-04]', () => {
  expect(at('/login', 'voyage.example', 'en')).toBe('fr_CA');
  expect(at('/connexion', 'portal.example', 'en')).toBe('fr_CA');
});

test('a page with its own path in a language is linked in that language; a page without one has no links', () => {
  const linksOf = (name: string) => languageLinks(name, 'https://portal.example', ['en_CA', 'fr_CA', 'pl_PL']);

  expect(linksOf('reset-password')?.split(', ')).toEqual([
    '<https://portal.example/reset-password>; rel="alternate"; hreflang="x-default"',
    '<https://portal.example/r%C3%A9initialiser-mot-de-passe>; rel="alternate"; hreflang="fr-CA"',
    '<https://portal.example/resetowanie-has%C5%82a>; rel="alternate"; hreflang="pl-PL"',
  ]);
  expect(['receipt-page', 'shell', 'not-found'].map(linksOf)).toEqual([undefined, undefined, undefined]);
});
