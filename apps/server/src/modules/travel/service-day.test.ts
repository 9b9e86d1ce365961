import { minuteMs } from '@tapfolio/domain/durations.ts';
import { serviceDayOf } from '@tapfolio/domain/service-day.ts';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { serviceDay } from './service-day.sql.ts';

const { pool } = await createTestDatabase();

const hours = (first: string, count: number): string[] =>
  Array.from({ length: count * 6 }, (_, step) => new Date(Date.parse(first) + step * 10 * minuteMs).toISOString());

it.each([
  ['Europe/Bratislava', ['02:00', '02:30', '03:00'], '2026-10-24T20:00:00Z'],
  ['America/Toronto', ['00:00', '01:00', '01:30', '04:00'], '2026-11-01T02:00:00Z'],
  ['America/Toronto', ['01:30', '02:30', '03:00'], '2026-03-08T02:00:00Z'],
  ['Australia/Lord_Howe', ['01:30', '01:40', '02:00'], '2026-04-04T12:00:00Z'],
  ['Antarctica/Troll', ['01:30', '02:30'], '2026-10-24T20:00:00Z'],
  ['Africa/Casablanca', ['02:30', '03:30'], '2026-02-14T22:00:00Z'],
] as const)('is the same in SQL as in the domain while the clocks change: %s', async (timeZone, cuts, first) => {
  for (const dayCut of cuts) {
    const instants = hours(first, 34);

    const { rows } = await pool.query<{ day: string }>(
      `select (${serviceDay({ at: 'at', timeZone: '$2', dayCut: '$3::time' })})::text as day
      from unnest($1::timestamptz[]) with ordinality as one (at, place)
      order by place`,
      [instants, timeZone, dayCut],
    );

    expect([dayCut, rows.map(({ day }) => day)]).toEqual([
      dayCut,
      instants.map((at) => serviceDayOf(at, { timeZone, dayCut })),
    ]);
  }
});
