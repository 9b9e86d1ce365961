import { expect, test } from 'vitest';
import { schemeName } from './scheme-name.ts';

test.each([
  ['MASTERCARD', 'Mastercard'],
  ['American Express', 'American Express'],
  ['visa', 'Visa'],
  ['CARTES BANCAIRES', 'CARTES BANCAIRES'],
])('%s is shown as %s', (delivered, shown) => {
  expect(schemeName(delivered)).toBe(shown);
});
