import { describe, expect, test } from 'vitest';
import { fromBcp47, isLocale, locales, toBcp47 } from './locale.ts';

describe('locale', () => {
  test('lists English for Canada first', () => {
    expect(locales[0]).toBe('en_CA');
    expect(locales).toHaveLength(7);
  });

  test('knows its own languages and no others', () => {
    expect(locales.every(isLocale)).toBe(true);
    expect([isLocale('en-CA'), isLocale('xx'), isLocale(undefined)]).toEqual([false, false, false]);
  });

  test('gives tags that Intl accepts', () => {
    expect(Intl.getCanonicalLocales(locales.map(toBcp47))).toEqual(locales.map(toBcp47));
  });

  test.each([
    ['fr-CA', 'fr_CA'],
    ['FR', 'fr_CA'],
    ['de-AT', 'de_DE'],
    ['en-GB', 'en_GB'],
    ['en-US', 'en_CA'],
    ['nl', undefined],
    ['', undefined],
  ])('maps the browser tag %s to %s', (tag, locale) => {
    expect(fromBcp47(tag)).toBe(locale);
  });
});
