import { randomUUID } from 'node:crypto';
import { dayMs, hourMs } from '@tapfolio/domain/durations.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAnnouncement } from '../../../test/factories/announcements.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { urlOfPart } from '../../database/parts.ts';
import { createPool } from '../../database/pool.ts';
import { addAnnouncement, type NewAnnouncement } from './announcements.service.ts';

const { pool, url } = await createTestDatabase();
const worker = createPool({ url: urlOfPart(url, 'worker'), poolSize: 12, lockSeconds: 30, connectSeconds: 30 });

afterAll(() => worker.end());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const add = (title: string, overrides: Partial<NewAnnouncement> = {}) =>
  addAnnouncement(
    worker,
    {
      startsAt: null,
      endsAt: null,
      level: 'information',
      shownOn: null,
      texts: { en_CA: { title, body: 'Nothing to do.' } },
      ...overrides,
    },
    randomUUID(),
  );

const outcomes = (added: readonly (object | string)[]) =>
  added.map((one) => (typeof one === 'string' ? one : 'added')).toSorted();

beforeEach(async () => void (await pool.query('delete from announcements')));

describe('announcements that are added at once', () => {
  it('are one if they say the same, so that a repeated command shows nothing twice', async () => {
    const added = await Promise.all(Array.from({ length: 12 }, () => add('Late')));

    expect(outcomes(added)).toEqual(['added', ...Array.from({ length: 11 }, () => 'twin')]);
    const { rowCount } = await pool.query(`select from audit_events where kind = 'announcement_added'`);
    expect(rowCount).toBe(1);
  });

  it('are ten at most that have not ended', async () => {
    for (let n = 0; n < 6; n += 1) await buildAnnouncement(pool, { starts_at: inMs(dayMs) });
    await buildAnnouncement(pool, { ends_at: inMs(-1) });

    const added = await Promise.all(Array.from({ length: 12 }, (_, n) => add(`Late ${n}`)));

    expect(outcomes(added)).toEqual([
      ...Array.from({ length: 4 }, () => 'added'),
      ...Array.from({ length: 8 }, () => 'too_many'),
    ]);
  });
});

it.each([
  ['before it', { startsAt: inMs(hourMs), endsAt: inMs(2 * hourMs) }, 'added'],
  ['until it begins', { startsAt: null, endsAt: inMs(dayMs) }, 'added'],
  ['from its end on', { startsAt: inMs(2 * dayMs), endsAt: null }, 'added'],
  ['into it', { startsAt: null, endsAt: inMs(dayMs + hourMs) }, 'twin'],
  ['within it', { startsAt: inMs(dayMs + hourMs), endsAt: inMs(dayMs + 2 * hourMs) }, 'twin'],
  ['from before it without an end', { startsAt: null, endsAt: null }, 'twin'],
])('the same text may be said again at another time: %s', async (_, times, outcome) => {
  const night = {
    starts_at: new Date(Date.parse(inMs(dayMs)) + 60_000),
    ends_at: new Date(Date.now() + 2 * dayMs - 60_000),
  };
  await buildAnnouncement(pool, { ...night, texts: { en_CA: { title: 'Down', body: 'Nothing to do.' } } });

  expect(outcomes([await add('Down', times)])).toEqual([outcome]);
});

it('is not added if it would be over, by the clock of the database', async () => {
  expect(await add('Late', { startsAt: inMs(-hourMs), endsAt: inMs(-1) })).toBe('over');
});
