import type { TripSummary } from '@tapfolio/contracts/trips.ts';
import { expect, test } from 'vitest';
import { groupByDay } from './day-groups.ts';

const trip = (id: string, serviceDay: string): TripSummary => ({
  id,
  line: null,
  transportType: 'bus',
  status: 'calculated',
  fare: { amountMinor: 370, currency: 'CAD' },
  fareReason: null,
  updatedAt: '2026-11-20T12:00:00Z',
  startedAt: '2026-11-20T11:00:00Z',
  endedAt: null,
  from: 'Airport',
  to: null,
  serviceDay,
  timeZone: 'America/Toronto',
  operator: null,
  srid: null,
});
const total = (serviceDay: string, trips: number) => ({
  serviceDay,
  trips,
  total: { amountMinor: trips * 370, currency: 'CAD' },
});

test('keeps the order of days and of trips within a day', () => {
  const items = [trip('c', '2026-11-20'), trip('b', '2026-11-20'), trip('a', '2026-11-19')];

  const groups = groupByDay({ items, days: [total('2026-11-20', 2), total('2026-11-19', 1)] });

  expect(groups.map(({ day, trips }) => [day, trips.map(({ id }) => id)])).toEqual([
    ['2026-11-20', ['c', 'b']],
    ['2026-11-19', ['a']],
  ]);
});

test('shows the total of the whole day, also where the page cuts it', () => {
  const [group] = groupByDay({ items: [trip('a', '2026-11-20')], days: [total('2026-11-20', 5)] });

  expect(group?.totals).toMatchObject([{ trips: 5, total: { amountMinor: 1850 } }]);
});

test('groups a day whose total did not come', () => {
  expect(groupByDay({ items: [trip('a', '2026-11-20')], days: [] })[0]?.totals).toEqual([]);
});

test('keeps the totals of a day in two currencies apart', () => {
  const euros = { serviceDay: '2026-11-20', trips: 1, total: { amountMinor: 250, currency: 'EUR' } };

  const [group] = groupByDay({ items: [trip('a', '2026-11-20')], days: [total('2026-11-20', 2), euros] });

  expect(group?.totals.map(({ total: { amountMinor, currency } }) => [amountMinor, currency])).toEqual([
    [740, 'CAD'],
    [250, 'EUR'],
  ]);
});
