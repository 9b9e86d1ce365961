import { expect, test } from 'vitest';
import { holdsCardNumber } from './card-number-in-text.ts';

test.each([
  '4242424242424242',
  'My card is 4242 4242 4242 4242.',
  'Visa 4242-4242-4242-4242, 12/28',
  'Karte4111111111111111bitte',
  '4111  1111      1111\n1111',
  '5555 5555 5555 4444',
  '2223003122003222',
  '3782 822463 10005',
  '378282246310005',
  '3056 930902 5904',
  '6304000000000000',
  'My Diners 30569309025904, please',
  '38520000023237',
  '4000 0000 0000 0000 006',
  '41111111 11111111',
  '４２４２ ４２４２ ４２４２ ４２４２',
  '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
  'On 2026-11-20 I paid with 4111.1111.1111.1111, twice',
])('finds the card number in %j', (text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

test.each([
  '',
  'My blue Visa ends in 4242',
  '4242 4242 4242 4241',
  '4242 **** **** 4242',
  'I tapped at 2026-11-20 08:14 and at 08:45, 3.80',
  'On 20.11.2026 at 08:14 and on 21.11.2026 at 08:09',
  'PLT*42424242424242',
  'OCT*30569309025904',
  '30569309025904AB',
  'A30569309025904',
  'Order 42424242424242',
  'Order 31000000000000',
  'At 20261130191234',
  '4222222222222',
  '7K2M4Q9T1XB5ZC',
  '7K2M 4Q9T 1XB5 ZC',
  '1A2B3C4D5E6F70',
  'Call me: +1 (705) 555-0142, or 613 555 0100',
  'Bus 4111, tram 1111, bus 1111, tram 1111',
])('finds no card number in %j', (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});
