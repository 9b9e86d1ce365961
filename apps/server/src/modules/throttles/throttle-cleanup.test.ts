import { expect, it } from 'vitest';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { sha256 } from '../../lib/hashing.ts';
import { deleteEndedThrottles } from './throttles.service.ts';

const { pool } = await createTestDatabase();

it('limits are deleted once their window has ended and no attempt is under way, and those of a clock that was far ahead', async () => {
  const hence = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const limits: [name: string, windowEnds: number, attemptEnds: number][] = [
    ['that has ended', -1, -1],
    ['whose attempt is under way', -1, 1],
    ['whose window lasts', 1, -1],
    ['of a day', 24 * 60, -1],
    ['of a clock far ahead', 26 * 60, -1],
  ];
  for (const [name, windowEnds, attemptEnds] of limits) {
    const ends = { window_ends_at: hence(windowEnds), pending_until: hence(attemptEnds) };
    await insertRow(pool, 'throttles', { bucket: sha256(name), failures: 1, pending: 1, ...ends });
  }

  await deleteEndedThrottles(pool);

  const { rows } = await pool.query<{ bucket: Buffer }>('select bucket from throttles');
  const left = limits.map(([name]) => name).filter((name) => rows.some(({ bucket }) => bucket.equals(sha256(name))));
  expect(left).toEqual(['whose attempt is under way', 'whose window lasts', 'of a day']);
});
