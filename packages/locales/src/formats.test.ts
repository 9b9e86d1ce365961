import { type Locale, locales } from '@tapfolio/domain/locale.ts';
import { describe, expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatTime,
  formatTimeZone,
  weekStart,
} from './formats.ts';

const ottawa = 'America/Toronto';
const summer = '2026-07-01T12:05:09Z';
const winter = '2026-11-20T04:42:07Z';

const expected: Readonly<Record<Locale, readonly [summer: string, winter: string, date: string, time: string]>> = {
  en_CA: ['2026/07/01 08:05', '2026/11/19 23:42', '2026/11/19', '23:42'],
  fr_CA: [
    '01/07/2026 08\u00a0h\u00a005\u00a0min',
    '19/11/2026 23\u00a0h\u00a042\u00a0min',
    '19/11/2026',
    '23\u00a0h\u00a042',
  ],
  de_DE: ['2026.07.01 08:05:09', '2026.11.19 23:42:07', '2026.11.19', '23:42'],
  sk_SK: ['01.07.2026 08:05:09', '19.11.2026 23:42:07', '19.11.2026', '23:42'],
  pl_PL: ['2026.07.01 08:05:09', '2026.11.19 23:42:07', '2026.11.19', '23:42'],
  it_IT: ['2026.07.01 08:05:09', '2026.11.19 23:42:07', '2026.11.19', '23:42'],
  en_GB: ['2026.07.01 08:05:09', '2026.11.19 23:42:07', '2026.11.19', '23:42'],
};

const headings: Readonly<Record<Locale, string>> = {
  en_CA: 'Friday, November 20, 2026',
  fr_CA: 'Vendredi 20 novembre 2026',
  de_DE: 'Freitag, 20. November 2026',
  sk_SK: 'Piatok 20. novembra 2026',
  pl_PL: 'Piątek, 20 listopada 2026',
  it_IT: 'Venerdì 20 novembre 2026',
  en_GB: 'Friday, 20 November 2026',
};

describe('formats', () => {
  test.each(locales)('writes dates and times as the specification requires for %s [I18N-06]', (locale) => {
    const [inSummer, inWinter, date, time] = expected[locale];

    expect(formatDateTime(summer, locale, ottawa)).toBe(inSummer);
    expect(formatDateTime(winter, locale, ottawa)).toBe(inWinter);
    expect(formatDate(winter, locale, ottawa)).toBe(date);
    expect(formatTime(winter, locale, ottawa)).toBe(time);
  });

  test('shows midnight as 00 and both showings of an hour when clocks go back', () => {
    expect(formatTime('2026-11-20T05:00:00Z', 'en_CA', ottawa)).toBe('00:00');
    expect(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((at) => formatTime(at, 'en_CA', ottawa))).toEqual([
      '01:30',
      '01:30',
    ]);
    expect(['2026-03-08T06:59:00Z', '2026-03-08T07:00:00Z'].map((at) => formatTime(at, 'en_CA', ottawa))).toEqual([
      '01:59',
      '03:00',
    ]);
  });

  test.each(locales)('writes a day in words for %s', (locale) => {
    expect(formatDay('2026-11-20', locale).replace(/[\u00a0\u202f]/g, ' ')).toBe(headings[locale]);
  });

  test.each([
    ['2026-03-01', 'Dimanche 1er mars 2026'],
    ['2026-03-11', 'Mercredi 11 mars 2026'],
  ])('counts in French the first day of a month and no other: %s', (day, heading) => {
    expect(formatDay(day, 'fr_CA')).toBe(heading);
  });

  test('writes a month in words, with a capital letter', () => {
    expect(locales.map((locale) => formatMonth('2026-03', locale))).toEqual([
      'March 2026',
      'Mars 2026',
      'März 2026',
      'Marec 2026',
      'Marzec 2026',
      'Marzo 2026',
      'March 2026',
    ]);
  });

  test('names a time zone the same in summer and winter', () => {
    const named = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'].map((at) =>
      locales.map((locale) => formatTimeZone('America/Toronto', locale, new Date(at))),
    );
    expect(named[1]).toEqual(named[0]);
    expect(named[0]).toEqual(expect.arrayContaining(['Eastern Time', 'Nordamerikanische Ostküstenzeit']));
    expect(formatTimeZone('UTC', 'en_CA', new Date())).not.toBe('');
  });

  test('refuses text that is no instant', () => {
    expect(() => formatDateTime('soon', 'en_CA', ottawa)).toThrow(RangeError);
  });
});

test('begins the week on Sunday in Canada and on Monday in Europe', () => {
  expect(locales.map(weekStart)).toEqual([7, 7, 1, 1, 1, 1, 1]);
});
