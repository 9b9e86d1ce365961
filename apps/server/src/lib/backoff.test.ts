import { expect, it } from 'vitest';
import { backoffSeconds } from './backoff.ts';

const most = (failures: number) => backoffSeconds(failures, { random: () => 1 });

it('doubles up to a quarter of an hour', () => {
  expect([1, 2, 3, 4, 5].map(most)).toEqual([1, 2, 4, 8, 16]);
  expect([11, 12, 5000].map(most)).toEqual([900, 900, 900]);
});

it('takes a random part of it', () => {
  expect(backoffSeconds(5, { random: () => 0 })).toBe(0);
  expect(backoffSeconds(5, { random: () => 0.5 })).toBe(8);
});

it('waits at least as long as requested', () => {
  expect(backoffSeconds(1, { leastSeconds: 30, random: () => 1 })).toBe(30);
});
