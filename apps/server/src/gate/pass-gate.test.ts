import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildCard } from '../../test/factories/cards.ts';
import { insertRow } from '../../test/factories/insert-row.ts';
import { buildPassenger } from '../../test/factories/passengers.ts';
import type { Db } from '../lib/sql.ts';
import { authRole } from '../roles/auth.ts';
import { passGate } from './pass-gate.ts';

const { pool } = await createTestApp([authRole]);

/** The database, with the number of its statements. */
function countedDb() {
  const asked = { times: 0 };
  const db: Db = {
    query: (config) => {
      asked.times += 1;
      return pool.query(config);
    },
  };
  return { db, asked };
}

async function buildSession(passengerId: string): Promise<Buffer> {
  const token_hash = randomBytes(32);
  const expires_at = new Date(Date.now() + 3_600_000);
  await insertRow(pool, 'sessions', { token_hash, passenger_id: passengerId, idle_seconds: 900, expires_at });
  return token_hash;
}

describe('the gate', () => {
  it('answers the calls of one turn with one statement, each with its own passenger and the media of its own card', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => buildPassenger(pool)));
    const calls = await Promise.all(
      people.map(async ({ passenger_id }) => {
        const mediumId = randomUUID();
        await buildCard(pool, { passenger_id, card_id: 1, medium_id: mediumId });
        return { passengerId: passenger_id, mediumId, tokenHash: await buildSession(passenger_id) };
      }),
    );
    const { db, asked } = countedDb();

    const named = calls.map(({ tokenHash }) => passGate(db, { tokenHash, cardId: 1 }));
    const unnamed = calls.map(({ tokenHash }) => passGate(db, { tokenHash, cardId: null }));
    const strange = passGate(db, { tokenHash: randomBytes(32), cardId: 1 });

    const rows = await Promise.all(named);
    expect(rows.map((own) => own.map(({ passenger_id, medium_id }) => [passenger_id, medium_id]))).toEqual(
      calls.map(({ passengerId, mediumId }) => [[passengerId, mediumId]]),
    );
    const rowsWithoutCard = await Promise.all(unnamed);
    expect(rowsWithoutCard.map((own) => own.map(({ passenger_id, medium_id }) => [passenger_id, medium_id]))).toEqual(
      calls.map(({ passengerId }) => [[passengerId, null]]),
    );
    expect(await strange).toEqual([]);
    // 81 calls, at most 64 in a statement.
    expect(asked.times).toBe(2);
  });

  it('does not cache: a session that has just ended opens nothing', async () => {
    const { passenger_id } = await buildPassenger(pool);
    const tokenHash = await buildSession(passenger_id);
    expect(await passGate(pool, { tokenHash, cardId: null })).toHaveLength(1);

    await pool.query('delete from sessions where token_hash = $1', [tokenHash]);

    expect(await passGate(pool, { tokenHash, cardId: null })).toEqual([]);
  });

  it('fails every call of a turn when the database failed, and asks again in the next turn', async () => {
    const { passenger_id } = await buildPassenger(pool);
    const tokenHash = await buildSession(passenger_id);
    let isAway = true;
    const db: Db = {
      query: async (config) => {
        if (isAway) throw new Error('away');
        return await pool.query(config);
      },
    };
    const question = { tokenHash, cardId: null };

    const refused = await Promise.allSettled([passGate(db, question), passGate(db, question)]);
    isAway = false;

    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await passGate(db, question)).toHaveLength(1);
  });
});
