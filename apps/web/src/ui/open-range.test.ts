import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endsOf, isWholeDays, openRangeCheck } from './open-range.ts';

const rule = { timeZone: 'America/Toronto', dayCut: '04:30' };
const read = (typed: Record<string, string>) => openRangeCheck('en_CA', rule)(typed);
const wrongFields = (typed: Record<string, string>) => {
  const checked = read(typed);
  return 'errors' in checked ? Object.keys(checked.errors) : [];
};

describe('a typed range', () => {
  test('contains its whole last day, also when the clocks change', () => {
    expect(read({ fromDay: '2026/11/18', toDay: '2026/11/20' })).toEqual({
      value: { from: '2026-11-18T09:30:00.000Z', to: '2026-11-21T09:30:00.000Z' },
    });
    expect(read({ fromDay: '2026/10/31', toDay: '2026/10/31' })).toEqual({
      value: { from: '2026-10-31T08:30:00.000Z', to: '2026-11-01T09:30:00.000Z' },
    });
  });

  test('of one day contains its trips after midnight, like the heading of that day', () => {
    const night = '2026-09-09T04:40:00.000Z';
    const holdsNight = (day: string) => {
      const checked = read({ fromDay: day, toDay: day });
      if (!('value' in checked)) throw new Error('refused');
      const { from = '', to = '' } = checked.value;
      return from <= night && night < to;
    };

    expect(serviceDayOf(night, rule)).toBe('2026-09-08');
    expect(['2026/09/08', '2026/09/09'].map(holdsNight)).toEqual([true, false]);
  });

  test('has calendar days if times are typed', () => {
    const typed = { fromDay: '2026/09/09', fromTime: '00:00', toDay: '2026/09/09', toTime: '00:59', hasTimes: 'on' };

    expect(read(typed)).toEqual({ value: { from: '2026-09-09T04:00:00.000Z', to: '2026-09-09T05:00:00.000Z' } });
    expect(read({ ...typed, fromTime: '', toTime: '' })).toEqual({
      value: { from: '2026-09-09T08:30:00.000Z', to: '2026-09-10T08:30:00.000Z' },
    });
  });

  test('may be open at either end, or at both', () => {
    expect(read({ fromDay: '2026/11/18', toDay: ' ' })).toEqual({ value: { from: '2026-11-18T09:30:00.000Z' } });
    expect(read({ fromDay: '', toDay: '2026/11/20' })).toEqual({ value: { to: '2026-11-21T09:30:00.000Z' } });
    expect(read({})).toEqual({ value: {} });
  });

  test('uses times only if they are wanted, and ends with the typed minute', () => {
    const typed = { fromDay: '2026/11/18', fromTime: '8:00', toDay: '2026/11/18', toTime: '9:30' };

    expect(read(typed)).toEqual({ value: { from: '2026-11-18T09:30:00.000Z', to: '2026-11-19T09:30:00.000Z' } });
    expect(read({ ...typed, hasTimes: 'on' })).toEqual({
      value: { from: '2026-11-18T13:00:00.000Z', to: '2026-11-18T14:31:00.000Z' },
    });
  });

  test('contains both hours that the clocks show twice', () => {
    const typed = { fromDay: '2026/11/01', fromTime: '01:15', toDay: '2026/11/01', toTime: '01:45', hasTimes: 'on' };

    // 01:15 of summer time to 01:45 of standard time.
    expect(read(typed)).toEqual({ value: { from: '2026-11-01T05:15:00.000Z', to: '2026-11-01T06:46:00.000Z' } });
  });

  test('keeps every instant of a period that is shown and applied unchanged, also in the night when the clocks change', () => {
    const minutes = fc
      .integer({ min: 0, max: 24 * 60 })
      .map((after) => new Date(Date.parse('2026-11-01T00:00Z') + after * 60_000).toISOString());
    fc.assert(
      fc.property(minutes, minutes, (one, other) => {
        const [from, to] = [one, other].sort();
        fc.pre(from !== to);
        const ends = endsOf({ from, to }, rule);
        const applied = read({
          fromDay: ends.from?.day ?? '',
          fromTime: ends.from?.time ?? '',
          toDay: ends.to?.day ?? '',
          toTime: ends.to?.time ?? '',
          hasTimes: 'on',
        });
        expect(applied).toHaveProperty('value');
        const { value = {} } = 'value' in applied ? applied : {};
        expect(value.from && from && value.from <= from).toBe(true);
        expect(value.to && to && value.to >= to).toBe(true);
      }),
    );
  });

  test('is refused at the field that is wrong', () => {
    expect(wrongFields({ fromDay: '2026/11/31', toDay: '2026/11/20' })).toEqual(['fromDay']);
    expect(wrongFields({ fromDay: '2', toDay: '2026/11/2' })).toEqual(['fromDay']);
    expect(wrongFields({ fromDay: '2026/11/21', toDay: '2026/11/20' })).toEqual(['toDay']);
    expect(wrongFields({ fromDay: '2026/11/20', toTime: '25:00', hasTimes: 'on' })).toEqual(['toDay', 'toTime']);
    expect(wrongFields({ fromDay: '', fromTime: '08:00', hasTimes: 'on' })).toEqual(['fromDay']);
  });
});

test('shows its last minute as its end, and reports whether it is made of whole days', () => {
  const days = { from: '2026-11-18T09:30:00Z', to: '2026-11-21T09:30:00Z' };
  const hours = { from: '2026-11-18T13:00:00Z', to: '2026-11-18T14:31:00Z' };

  expect(endsOf(days, rule)).toEqual({
    from: { day: '2026-11-18' },
    to: { day: '2026-11-20' },
  });
  expect(endsOf({ to: hours.to }, rule)).toEqual({ to: { day: '2026-11-18', time: '09:30' } });
  expect([days, hours, {}, { from: hours.from }].map((range) => isWholeDays(range, rule))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
