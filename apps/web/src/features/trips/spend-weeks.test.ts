import { describe, expect, test } from 'vitest';
import { firstDayOfWeek, lastWeeks, spendByWeek } from './spend-weeks.ts';

const day = (serviceDay: string, amountMinor: number, currency = 'CAD') => ({
  serviceDay,
  trips: 1,
  total: { amountMinor, currency },
});

describe('weeks', () => {
  test.each([
    ['2026-11-20', 1, '2026-11-16'],
    ['2026-11-16', 1, '2026-11-16'],
    ['2026-11-15', 1, '2026-11-09'],
    ['2026-11-20', 7, '2026-11-15'],
    ['2026-11-15', 7, '2026-11-15'],
    ['2027-01-01', 1, '2026-12-28'],
  ])('the week of %s begins on day %i: %s', (of, weekStart, first) => {
    expect(firstDayOfWeek(of, weekStart)).toBe(first);
  });

  test('go back one by one over the change of the clocks', () => {
    expect(lastWeeks('2026-11-04', 3, 1)).toEqual(['2026-11-02', '2026-10-26', '2026-10-19']);
  });
});

describe('spending', () => {
  const weeks = ['2026-11-16', '2026-11-09'];

  test('adds the days of all cards and leaves other weeks out', () => {
    const days = [day('2026-11-16', 370), day('2026-11-22', 370), day('2026-11-15', 100), day('2026-11-08', 999)];

    expect(spendByWeek(days, weeks)).toEqual([
      {
        currency: 'CAD',
        weeks: [
          { firstDay: '2026-11-16', trips: 2, amountMinor: 740 },
          { firstDay: '2026-11-09', trips: 1, amountMinor: 100 },
        ],
      },
    ]);
  });

  test('never adds different currencies', () => {
    const spends = spendByWeek([day('2026-11-16', 370), day('2026-11-16', 250, 'EUR')], weeks);

    expect(spends.map(({ currency, weeks: [week] }) => [currency, week?.amountMinor])).toEqual([
      ['CAD', 370],
      ['EUR', 250],
    ]);
  });

  test('is empty without trips', () => {
    expect(spendByWeek([], weeks)).toEqual([]);
  });
});
