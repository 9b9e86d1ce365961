import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('shows what ends in order, and drops what ends after something begun later', () => {
  const works = inOrder();
  const [first, second, third] = [works.begin(), works.begin(), works.begin()];

  expect([first(), third(), second()]).toEqual([true, true, false]);
});

test('goes without a later work that never ends', () => {
  const works = inOrder();
  const first = works.begin();
  works.begin();

  expect(first()).toBe(true);
});
