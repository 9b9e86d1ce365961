import { beforeEach, expect, test } from 'vitest';
import { freshStorage } from '../../test/browser-globals.ts';
import { isOwnPath, rememberPage, takeWishedPage } from './wished-page.ts';

beforeEach(() => {
  freshStorage();
});

test('leads back once, and only the passenger whose page it was [NAV-06]', () => {
  rememberPage('/card', 'maya@example.com');
  expect(takeWishedPage('samuel@example.com')).toBeUndefined();
  expect(takeWishedPage('maya@example.com')).toBeUndefined();

  rememberPage('/card', 'maya@example.com');
  expect(takeWishedPage('maya@example.com')).toBe('/card');

  rememberPage('/card');
  expect(takeWishedPage('samuel@example.com')).toBe('/card');
});

test.each(['/', '/card/1', '/mon-compte?a=b#c', '/page-des-reçus'])('goes back to a path of this site: %s', (path) => {
  expect(isOwnPath(path)).toBe(true);
  expect(new URL(path, 'https://own.example').origin).toBe('https://own.example');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  'https://evil.example',
  'card',
  '',
])('refuses to go to another place: %j', (path) => {
  expect(isOwnPath(path)).toBe(false);
});
