import { expect, test } from 'vitest';
import { looksLikeCardNumber } from './luhn.ts';

test.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  'Visa 4242-4242-4242-4242 (mine)',
  '378282246310005',
  '6304000000000000',
  '４２４２ ４２４２ ４２４２ ４２４２',
  '4111 - 1111 - 1111 - 1111',
  '4111  1111      1111  1111',
  '4111,1111,1111,1111',
  '4111 : 1111 | 1111 · 1111',
  '(4111) (1111) (1111) (1111)',
  '4111–1111–1111–1111',
  '4111x1111X1111x1111',
  '4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1',
  '00004242424242424242',
  '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
  '४२४२ ४२४२ ४२४२ ४२४२',
])('takes %s for a card number', (text) => {
  expect(looksLikeCardNumber(text)).toBe(true);
});

test.each([
  '',
  'My blue Visa',
  'Visa 4242',
  '4242424242424241',
  'Bus pass 2026-11-20',
  '613 555 0100',
  'Ann + Bob 12345678901',
  'Bus 4111, tram 1111, bus 1111, tram 1111',
])('lets %j be a name', (text) => {
  expect(looksLikeCardNumber(text)).toBe(false);
});
