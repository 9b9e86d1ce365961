import { describe, expect, test } from 'vitest';
import { keptSearch, readHistorySearch } from './history-search.ts';

describe('the search of a history', () => {
  test.each(['2026-11-12T08:00Z', '2026-11-12T08:00:12Z', '2026-11-12T08:00:12.345678Z'])(
    'keeps an instant as exact as the server sends it: %s',
    (from) => {
      expect(readHistorySearch({ from })).toEqual({ from });
    },
  );

  test('has the period, the page and the open row, of which another page or card keeps the period and the number of rows', () => {
    const kept = { from: '2026-11-12T08:00Z', to: '2026-11-13T08:00Z', size: 50 } as const;
    const search = { ...kept, cursor: 'c1', open: 'T-1' };

    expect(readHistorySearch({ ...search, other: 'x' })).toEqual(search);
    expect(keptSearch(search)).toEqual(kept);
    expect(keptSearch({ cursor: 'c1' })).toEqual({});
  });

  test('leaves out invalid values', () => {
    const typed = { from: 'yesterday', to: '2026-11-12', size: 7, cursor: '<script>', open: '../x' };

    expect(readHistorySearch(typed)).toEqual({});
  });

  test.each([
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-11-12T25:00Z',
    '2026-11-12T24:00Z',
    '0000-01-01T00:00Z',
  ])('leaves out an instant that does not exist, which the server would refuse: %s', (never) => {
    expect(readHistorySearch({ from: never, to: never })).toEqual({});
  });
});
