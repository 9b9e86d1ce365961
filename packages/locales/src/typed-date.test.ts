import { locales } from '@tapfolio/domain/locale.ts';
import { describe, expect, test } from 'vitest';
import { dateHint, formatDate, formatDateTime } from './formats.ts';
import { readTypedDay, readTypedTime } from './typed-date.ts';

describe('a typed day', () => {
  test.each(locales)('is read in the format of %s, with its hint in the same order [I18N-06]', (locale) => {
    const written = formatDate('2026-11-18T12:00:00Z', locale, 'UTC');

    expect(readTypedDay(written, locale)).toBe('2026-11-18');
    expect(readTypedDay(written.replaceAll(/\D/g, ''), locale)).toBe('2026-11-18');
    expect(dateHint(locale).replaceAll(/\w/g, '')).toBe(written.replaceAll(/\w/g, ''));
    expect(dateHint(locale).search('MM')).toBe(written.search('11'));
  });

  test.each([
    ['2026-11-18', 'fr_CA', '2026-11-18'],
    ['18.11.2026', 'de_DE', '2026-11-18'],
    ['8. 1. 2026', 'sk_SK', '2026-01-08'],
    [' 2026 / 1 / 8 ', 'en_CA', '2026-01-08'],
    ['29/02/2028', 'fr_CA', '2028-02-29'],
  ] as const)('takes %s in %s', (text, locale, day) => {
    expect(readTypedDay(text, locale)).toBe(day);
  });

  test.each(locales)('may be pasted with the time that stands behind it on a page, in %s', (locale) => {
    const written = formatDateTime('2026-11-18T12:00:00Z', locale, 'UTC');

    expect(readTypedDay(written, locale)).toBe('2026-11-18');
    expect(readTypedDay(written.replaceAll('\u00a0', ' '), locale)).toBe('2026-11-18');
  });

  test.each([
    ['05/11/2026', 'en_CA'],
    ['2026/02/31', 'en_CA'],
    ['2026/13/01', 'en_CA'],
    ['0026/11/18', 'en_CA'],
    ['26/11/18', 'en_CA'],
    ['18/11/26', 'fr_CA'],
    ['2026', 'en_CA'],
    ['yesterday', 'en_CA'],
    ['', 'en_CA'],
  ] as const)('refuses "%s" in %s', (text, locale) => {
    expect(readTypedDay(text, locale)).toBeUndefined();
  });
});

test('a typed time is read in the usual formats only', () => {
  const times = ['8', '8:05', '08.05', '8 h', '8 h 05', '08 h 05\u00a0min', '0805', '805', '23:59', '0:00'];

  expect(times.map(readTypedTime)).toEqual([
    '08:00',
    '08:05',
    '08:05',
    '08:00',
    '08:05',
    '08:05',
    '08:05',
    '08:05',
    '23:59',
    '00:00',
  ]);
  expect(['24:00', '8:60', '8:5', 'noon', '', '-1', '123456'].map(readTypedTime)).toEqual(Array(7).fill(undefined));
});
