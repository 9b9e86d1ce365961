import { expect, test } from 'vitest';
import { stopIdOf } from './stop-id.ts';

test.each([
  ['1016', '1016'],
  ['0b6f1c52-94a1-4e0e-8f2b-0c1d2e3f4a5b', '0b6f1c52'],
  ['44th Street', undefined],
])('of %s the id is %s', (delivered, id) => {
  expect(stopIdOf(delivered)).toBe(id);
});
