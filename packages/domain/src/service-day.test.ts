import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countDays,
  documentDays,
  instantAt,
  instantWithOffset,
  lastInstantAt,
  presetDays,
  presetRange,
  presets,
  rangeOfDays,
  serviceDayOf,
  wallClockAt,
} from './service-day.ts';

const ottawa = { timeZone: 'America/Toronto', dayCut: '04:30' };
const zones = ['America/Toronto', 'Europe/London', 'Europe/Bratislava', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'];

describe('service day', () => {
  test.each([
    ['2026-11-20T09:29:59Z', '2026-11-19'],
    ['2026-11-20T09:30:00Z', '2026-11-20'],
    ['2026-07-01T08:29:59Z', '2026-06-30'],
    ['2026-07-01T08:30:00Z', '2026-07-01'],
    ['2026-01-01T05:00:00Z', '2025-12-31'],
  ])('%s belongs to %s in Ottawa', (instant, day) => {
    expect(serviceDayOf(instant, ottawa)).toBe(day);
  });

  test('is right on the nights when the clocks change', () => {
    const spring = ['2026-03-08T06:59:00Z', '2026-03-08T08:29:00Z', '2026-03-08T08:30:00Z'];
    const autumn = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T09:29:00Z', '2026-11-01T09:30:00Z'];

    expect(spring.map((instant) => serviceDayOf(instant, ottawa))).toEqual(['2026-03-07', '2026-03-07', '2026-03-08']);
    expect(autumn.map((instant) => serviceDayOf(instant, ottawa))).toEqual([
      '2026-10-31',
      '2026-10-31',
      '2026-10-31',
      '2026-11-01',
    ]);
  });

  test('accepts the database form of the cut and refuses other text', () => {
    expect(serviceDayOf('2026-11-20T12:00:00Z', { ...ottawa, dayCut: '04:30:00' })).toBe('2026-11-20');
    expect(() => serviceDayOf('2026-11-20T12:00:00Z', { ...ottawa, dayCut: '4:30' })).toThrow(RangeError);
    expect(() => serviceDayOf('no instant', ottawa)).toThrow(RangeError);
    expect(() => serviceDayOf('2026-11-20T12:00:00Z', { ...ottawa, timeZone: 'Mars/Olympus' })).toThrow(RangeError);
  });
});

describe('ranges', () => {
  test('runs from day cut to day cut, 23 and 25 hours long when the clocks change', () => {
    const hours = (day: string) => {
      const { from, to } = rangeOfDays(day, day, { timeZone: 'America/Toronto', dayCut: '00:00' });
      return (Date.parse(to) - Date.parse(from)) / 3_600_000;
    };

    expect(rangeOfDays('2026-11-20', '2026-11-20', ottawa)).toEqual({
      from: '2026-11-20T09:30:00.000Z',
      to: '2026-11-21T09:30:00.000Z',
    });
    expect(['2026-03-08', '2026-11-01', '2026-11-20'].map(hours)).toEqual([23, 25, 24]);
  });

  test('accepts a cut that the clocks skip or show twice', () => {
    expect(rangeOfDays('2026-03-08', '2026-03-08', { ...ottawa, dayCut: '02:30' }).from).toBe(
      '2026-03-08T07:00:00.000Z',
    );
    expect(rangeOfDays('2026-11-01', '2026-11-01', { ...ottawa, dayCut: '01:30' }).from).toBe(
      '2026-11-01T05:30:00.000Z',
    );
  });

  test('names the days of every preset', () => {
    const now = '2026-11-20T17:00:00Z';
    const days = presets.map((preset) => presetDays(preset, now, ottawa, 1));

    expect(days).toEqual([
      { first: '2026-11-20', last: '2026-11-20' },
      { first: '2026-11-16', last: '2026-11-20' },
      { first: '2026-11-01', last: '2026-11-20' },
      { first: '2026-10-01', last: '2026-10-31' },
    ]);
    expect(presetDays('this_week', now, ottawa, 7).first).toBe('2026-11-15');
    expect(presetDays('this_week', '2026-11-15T17:00:00Z', ottawa, 7).first).toBe('2026-11-15');
    expect(presetDays('last_month', '2026-01-31T17:00:00Z', ottawa, 1)).toEqual({
      first: '2025-12-01',
      last: '2025-12-31',
    });
  });

  test('every instant lies in the range of its own service day', () => {
    const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    const cuts = fc.constantFrom('00:00', '02:30', '04:30', '23:59');
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), cuts, (now, timeZone, dayCut) => {
        const { from, to } = presetRange('today', now, { timeZone, dayCut }, 1);

        expect(Date.parse(from)).toBeLessThanOrEqual(now.getTime());
        expect(Date.parse(to)).toBeGreaterThan(now.getTime());
      }),
    );
  });
});

test.each(['00:00', '01:30', '02:00', '02:30', '03:00', '04:00', '04:30'])(
  'every minute of a night when the clocks change lies in the range of its own service day, with the cut at %s',
  (dayCut) => {
    const nights = [
      ['2026-03-08T03:00:00Z', 'America/Toronto'],
      ['2026-11-01T02:00:00Z', 'America/Toronto'],
      ['2026-03-28T21:00:00Z', 'Europe/London'],
      ['2026-10-24T21:00:00Z', 'Europe/Bratislava'],
      ['2026-04-04T10:00:00Z', 'Australia/Lord_Howe'],
    ] as const;
    for (const [begin, timeZone] of nights) {
      const rule = { timeZone, dayCut };
      for (let minute = 0; minute < 10 * 60; minute += 5) {
        const instant = new Date(Date.parse(begin) + minute * 60_000).toISOString();
        const day = serviceDayOf(instant, rule);
        const { from, to } = rangeOfDays(day, day, rule);
        expect([timeZone, instant, from <= instant && instant < to]).toEqual([timeZone, instant, true]);
      }
    }
  },
);

test('tells the first from the last instant of a time that the clocks show twice, or do not show', () => {
  const both = (day: string, time: string, timeZone: string) => [
    instantAt(day, time, timeZone),
    lastInstantAt(day, time, timeZone),
  ];

  expect(both('2026-11-01', '01:30', 'America/Toronto')).toEqual([
    '2026-11-01T05:30:00.000Z',
    '2026-11-01T06:30:00.000Z',
  ]);
  expect(both('2027-04-04', '02:30', 'Pacific/Auckland')).toEqual([
    '2027-04-03T13:30:00.000Z',
    '2027-04-03T14:30:00.000Z',
  ]);
  const skipped = '2026-03-08T07:30:00.000Z';
  expect(both('2026-03-08', '02:30', 'America/Toronto')).toEqual([skipped, skipped]);
  const noon = '2028-02-29T06:15:00.000Z';
  expect(both('2028-02-29', '12:00', 'Asia/Kathmandu')).toEqual([noon, noon]);
});

test('reads a local time back as it was set, also after the clocks change', () => {
  for (const time of ['00:00', '08:42', '23:59'])
    expect(wallClockAt(instantAt('2026-11-01', time, 'America/Toronto'), 'America/Toronto')).toEqual({
      day: '2026-11-01',
      time,
    });
});

describe('the period of a document', () => {
  test.each([
    ['this_month', '2026-03-01', '2026-03-08'],
    ['last_month', '2026-02-01', '2026-02-28'],
    ['this_year', '2026-01-01', '2026-03-08'],
    ['last_year', '2025-01-01', '2025-12-31'],
  ] as const)('%s is from %s to %s, the current one to the service day of today', (period, first, last) => {
    // Before the day cut it is still the day before.
    expect(documentDays(period, '2026-03-09T08:29:00Z', ottawa)).toEqual({ first, last });
  });

  test('counts its first and its last day', () => {
    const counted = [
      countDays('2026-03-01', '2026-03-01'),
      countDays('2024-01-01', '2024-12-31'),
      countDays('2026-02-28', '2026-03-01'),
    ];
    expect(counted).toEqual([1, 366, 2]);
  });
});

test.each([
  ['2026-03-01T13:42:07.125Z', 'America/Toronto', '2026-03-01T08:42:07-05:00'],
  // The clocks show half past one twice.
  ['2026-11-01T05:30:00Z', 'America/Toronto', '2026-11-01T01:30:00-04:00'],
  ['2026-11-01T06:30:00Z', 'America/Toronto', '2026-11-01T01:30:00-05:00'],
  ['2026-12-31T23:59:59Z', 'Asia/Kathmandu', '2027-01-01T05:44:59+05:45'],
  ['2026-03-01T02:10:00Z', 'America/St_Johns', '2026-02-28T22:40:00-03:30'],
  ['2026-03-01T08:00:00Z', 'UTC', '2026-03-01T08:00:00+00:00'],
])('writes %s in %s as %s', (instant, timeZone, written) => {
  expect(instantWithOffset(instant, timeZone)).toBe(written);
  expect(Date.parse(written)).toBe(Math.floor(Date.parse(instant) / 1000) * 1000);
});
