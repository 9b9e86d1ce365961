import { expect, it } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { readRetryAfter } from './retry-after.ts';

it.each([
  ['2', 2],
  ['0', 0],
  ['99999', 3600],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('reads %j as %j seconds', (value, seconds) => {
  expect(readRetryAfter(value)).toBe(seconds);
});

it('reads a date within the next minute as less than a minute', () => {
  const seconds = readRetryAfter(new Date(systemClock.now().getTime() + 50_000).toUTCString());

  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(60);
});
