import { expect, it } from 'vitest';
import { buildAnnouncement } from '../../../test/factories/announcements.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Db } from '../../lib/sql.ts';
import { AnnouncementBoard } from './announcement-board.ts';

const { pool } = await createTestDatabase();
await buildAnnouncement(pool);

/** A board with its own clock, on a database that counts its statements and can be taken away. */
function openBoard() {
  let asked = 0;
  let nowMs = 0;
  let isAway = false;
  const readDb: Db = {
    query: async (config) => {
      asked += 1;
      if (isAway) throw new Error('away');
      return await pool.query(config);
    },
  };
  return {
    board: new AnnouncementBoard({ readDb, deployed: ['en_CA', 'fr_CA'] }, () => nowMs),
    asked: () => asked,
    pass: (ms: number) => {
      nowMs += ms;
    },
    takeAway: (away: boolean) => {
      isAway = away;
    },
  };
}

it('asks the database once in five seconds, however many pages ask in however many languages', async () => {
  const { board, asked, pass } = openBoard();
  const flood = () => Promise.all(Array.from({ length: 500 }, (_, n) => board.shownIn(n % 2 ? 'en_CA' : 'fr_CA')));

  const lists = await flood();
  pass(4999);
  await flood();
  expect(lists.every((list) => list.length === 1)).toBe(true);
  expect(asked()).toBe(1);

  pass(1);
  await flood();
  expect(asked()).toBe(2);
});

it('asks a database that does not answer no more often', async () => {
  const { board, asked, pass, takeAway } = openBoard();
  takeAway(true);
  const failures = () => Promise.all(Array.from({ length: 50 }, () => board.shownIn('en_CA').catch(String)));

  expect(new Set(await failures())).toEqual(new Set(['Error: away']));
  expect(new Set(await failures())).toEqual(new Set(['Error: away']));
  expect(asked()).toBe(1);

  takeAway(false);
  pass(5000);
  expect(await board.shownIn('en_CA')).toHaveLength(1);
});

it('tells what it read last while the database does not answer', async () => {
  const { board, pass, takeAway } = openBoard();
  const before = await board.shownIn('fr_CA');
  takeAway(true);
  pass(60_000);

  expect(before).toMatchObject([{ language: 'fr_CA', title: 'Débits en retard' }]);
  expect(await board.shownIn('fr_CA')).toEqual(before);
});
