import { expect, expectTypeOf, it } from 'vitest';
import { keysOf, tableOf } from './keys-of.ts';

it('lists the keys of a table in its order, by their names', () => {
  const keys = keysOf({ b: 1, a: 2 });

  expect(keys).toEqual(['b', 'a']);
  expectTypeOf(keys).toEqualTypeOf<('a' | 'b')[]>();
});

it('makes a table that knows its keys', () => {
  const table = tableOf([
    ['de', 1],
    ['it', 2],
  ]);

  expect(table).toEqual({ de: 1, it: 2 });
  expectTypeOf(table).toEqualTypeOf<Record<'de' | 'it', number>>();
});
