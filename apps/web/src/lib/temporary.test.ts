import { expect, test } from 'vitest';
import { isOwnPath } from './temporary.ts';

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
])('goes back to no other place: %j', (path) => {
  expect(isOwnPath(path)).toBe(false);
});
