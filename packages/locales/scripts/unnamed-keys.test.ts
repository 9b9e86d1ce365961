import { expect, test } from 'vitest';
import { unnamedKeys } from './unnamed-keys.ts';

const keys = ['nav.home', 'nav.homeAgain', 'nav.kind.one', 'errors.some_code'];

test.each([
  ['', ['nav.home', 'nav.homeAgain', 'nav.kind.one']],
  ["t('nav.home')", ['nav.homeAgain', 'nav.kind.one']],
  ['{ one: \'nav.home\', two: "nav.homeAgain" }', ['nav.kind.one']],
  [`t(\`nav.kind.\${kind}\`)`, ['nav.home', 'nav.homeAgain']],
  [`t(\`nav.\${name}\`)`, ['nav.home', 'nav.homeAgain', 'nav.kind.one']],
  ['nav.home.nav.homeAgain', ['nav.home', 'nav.homeAgain', 'nav.kind.one']],
])('finds the keys in %j that nothing uses', (source, unnamed) => {
  expect(unnamedKeys(keys, source)).toEqual(unnamed);
});
