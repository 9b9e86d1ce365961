import { describe, expect, test } from 'vitest';
import { isTrail, stepBack, stepForward } from './cursor-trail.ts';

describe('paging', () => {
  test('goes forward and back the same way', () => {
    const second = stepForward([], undefined, 'c1');
    const third = stepForward(second.trail, second.cursor, 'c2');

    const back = stepBack(third.trail);
    const first = stepBack(back.trail);

    expect([third.cursor, back.cursor, first.cursor]).toEqual(['c2', 'c1', undefined]);
    expect(first.trail).toEqual([]);
  });

  test('leads from a linked page in the middle to the first page', () => {
    expect(stepBack([])).toEqual({ cursor: undefined, trail: [] });
  });

  test('ignores a state that it did not write', () => {
    expect([['', 'c1'], undefined, 'c1', [1], ['c1', 1]].map(isTrail)).toEqual([true, false, false, false, false]);
  });
});
