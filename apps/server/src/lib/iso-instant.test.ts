import { describe, expect, it } from 'vitest';
import { addMs, earlierOf, isBefore, isoInstant, isoInstantOrNull, laterOf, oldestFirst } from './iso-instant.ts';

describe('isoInstant', () => {
  it.each([
    ['2026-03-01 08:00:00+00', '2026-03-01T08:00:00Z'],
    ['2026-03-01 08:00:00.125+00', '2026-03-01T08:00:00.125Z'],
    ['2026-03-01 08:00:00.123456-05', '2026-03-01T13:00:00.123456Z'],
    ['2026-03-01 01:00:00.5+05:30', '2026-02-28T19:30:00.5Z'],
  ])('reads %s', (instant, iso) => {
    expect(isoInstant(instant)).toBe(iso);
  });

  it('refuses an instant without an offset, or with a text that is too long', () => {
    expect(() => isoInstant('2026-03-01 08:00:00')).toThrow('without an offset');
    expect(() => isoInstant('infinity')).toThrow('without an offset');
  });

  it('leaves null as it is', () => {
    expect(isoInstantOrNull(null)).toBeNull();
  });
});

describe('addMs', () => {
  it.each([
    ['2026-03-01T00:00:00.123456Z', -1000, '2026-02-28T23:59:59.123Z'],
    ['2026-03-01 00:00:00+00', 1000, '2026-03-01T00:00:01.000Z'],
    ['0001-01-01T00:00:00Z', -1, '-infinity'],
    ['9999-12-31T23:59:59.999Z', 1, 'infinity'],
    ['infinity', -1000, 'infinity'],
    ['-infinity', 1000, '-infinity'],
  ])('adds to %s', (instant, ms, sum) => {
    expect(addMs(instant, ms)).toBe(sum);
  });
});

describe('isBefore', () => {
  it('compares instants as they are and as the database writes them', () => {
    expect(isBefore('2026-03-01 00:00:00+00', '2026-03-01T00:00:00.001Z')).toBe(true);
    expect(isBefore('2026-03-01T00:00:00Z', '2026-03-01 00:00:00+00')).toBe(false);
    expect(isBefore('-infinity', '0001-01-01T00:00:00Z')).toBe(true);
    expect(isBefore('infinity', '9999-12-31T23:59:59Z')).toBe(false);
  });

  it('distinguishes instants of the database by all their digits', () => {
    const seconds = ['59', '59.000001', '59.1', '59.12', '59.123456', '59.9'];
    const inOrder = ['2025-12-31 23:59:59+00', ...seconds.map((second) => `2026-02-28 09:59:${second}+00`)];
    expect(inOrder.toReversed().toSorted(oldestFirst)).toEqual(inOrder);
    expect([earlierOf, laterOf].map((of) => inOrder.reduce(of))).toEqual([inOrder[0], inOrder.at(-1)]);
    expect(isBefore('2026-03-01 00:00:00-05', '2026-03-01 01:00:00+00')).toBe(false);
  });
});
