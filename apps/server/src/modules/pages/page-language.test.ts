import { recognise } from '@tapfolio/locales/paths.ts';
import { expect, test } from 'vitest';
import { languageOfPage } from './page-language.ts';

const config = {
  languages: { deployed: ['en_CA' as const, 'fr_CA' as const], hosts: { 'voyage.example': 'fr_CA' as const } },
};
const at = (pathname: string, host = 'portal.example') =>
  languageOfPage(config, { pathname, host, place: recognise(pathname) });

test('a path of one language is served in it', () => {
  expect(at('/connexion')).toBe('fr_CA');
  expect(at('/page-des-re%C3%A7us')).toBe('fr_CA');
});

test('the canonical path is served in the language of the host [I18N-04]', () => {
  expect(at('/login')).toBe('en_CA');
  expect(at('/login', 'voyage.example')).toBe('fr_CA');
  expect(at('/no-such-page', 'voyage.example')).toBe('fr_CA');
});

test('a path of a language that is not deployed is served in the usual one', () => {
  expect(at('/anmelden')).toBe('en_CA');
});

test('a host that is called like a part of every object is a host like any other', () => {
  expect(['constructor', '__proto__', 'toString'].map((host) => at('/login', host))).toEqual([
    'en_CA',
    'en_CA',
    'en_CA',
  ]);
});
