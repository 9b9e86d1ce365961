import { describe, expect, it } from 'vitest';
import { isoInstant, isoInstantOrNull } from './iso-instant.ts';

describe('isoInstant', () => {
  it.each([
    ['2026-03-01 08:00:00+00', '2026-03-01T08:00:00Z'],
    ['2026-03-01 08:00:00.125+00', '2026-03-01T08:00:00.125Z'],
    ['2026-03-01 08:00:00.123456-05', '2026-03-01T13:00:00.123456Z'],
    ['2026-03-01 01:00:00.5+05:30', '2026-02-28T19:30:00.5Z'],
  ])('reads %s', (instant, iso) => {
    expect(isoInstant(instant)).toBe(iso);
  });

  it('refuses an instant that has no offset or no end', () => {
    expect(() => isoInstant('2026-03-01 08:00:00')).toThrow('without an offset');
    expect(() => isoInstant('infinity')).toThrow('without an offset');
  });

  it('leaves null as it is', () => {
    expect(isoInstantOrNull(null)).toBeNull();
  });
});
