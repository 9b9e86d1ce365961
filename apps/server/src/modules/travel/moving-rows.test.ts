import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { at } from '../../../test/travel-documents.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Db } from '../../lib/sql.ts';
import { readRecords } from '../travel-documents/travel-documents.service.ts';
import { getTripKeys, readTripKeys } from '../trips/trip-keys.service.ts';

const { pool } = await createTestApp([]);

/** A trip, and a connection by which one medium is read after the other, and on which the trip moves to the second in between. */
async function movingTrip() {
  const [first, second] = [randomUUID(), randomUUID()];
  const { trip_id: tripId } = await buildTrip(pool, { medium_id: first, started_at: at('03-02') });
  const move = () => pool.query('update trips set medium_id = $2 where trip_id = $1', [tripId, second]);
  let turn: Promise<unknown> = Promise.resolve();
  const readDb: Db = {
    query: async (question) => {
      const answer = turn.then(() => pool.query(question));
      turn = answer.then(
        async ({ rows }) => await (rows.some(({ trip_id }) => trip_id === tripId) ? move() : undefined),
      );
      return await answer;
    },
  };
  const media = [first, second].map((mediumId) => ({ mediumId, shownFrom: '-infinity' }));
  return { tripId, media, travel: { readDb, clock: systemClock } };
}

it('a trip that a correction moves to another medium while both are read is marked as one trip', async () => {
  const { tripId, media, travel } = await movingTrip();

  const keys = await getTripKeys(travel, { media, tripIds: [tripId], from: at('03-02'), to: at('03-02') });

  expect(keys.map(({ id }) => id)).toEqual([tripId]);
});

it('and stands in a document once', async () => {
  const { tripId, media, travel } = await movingTrip();
  const cards = media.map((medium, cardId) => ({
    cardId,
    name: `Card ${cardId}`,
    linkedAt: at('03-01'),
    media: [medium],
  }));
  const query = { from: at('03-01'), to: at('03-31'), limit: 100 };

  const records = await readRecords(cards, 100, {
    read: async (medium) => ({ items: await readTripKeys(travel, [medium], query), nextCursor: null }),
    at: ({ startedAt }) => startedAt,
  });

  expect(records?.map(({ id }) => id)).toEqual([tripId]);
});
