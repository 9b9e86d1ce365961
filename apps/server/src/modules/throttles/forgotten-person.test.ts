import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { actMeanwhile } from '../../../test/row-queue.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { deriveKeys } from '../../config/keys.ts';
import { keyedHash, sha256 } from '../../lib/hashing.ts';
import { throttleRules } from './throttle-rules.ts';
import { forgetPerson } from './throttles.service.ts';

const { pool } = await createTestDatabase();
const context = { pool, keys: deriveKeys(sha256('p')) };

it('a person is forgotten while an attempt is judged: both lock the limits in one order, and neither fails', async () => {
  const email = `${randomUUID()}@example.org`;
  const buckets = [throttleRules.signIn, throttleRules.signInInARow, throttleRules.rightPasswords]
    .map(({ name }) => keyedHash(context.keys.throttles, `${name}\0${email}`))
    .sort(Buffer.compare);
  const ends = { pending_until: new Date(), window_ends_at: new Date(Date.now() + 60_000) };
  // Stored the other way round, as rows that are written again and again may be.
  for (const bucket of buckets.toReversed())
    await insertRow(pool, 'throttles', { bucket, failures: 1, pending: 0, ...ends });
  const locking = (bucket: Buffer | undefined) => ({
    text: 'select from throttles where bucket = $1 for update',
    values: [bucket],
  });

  await actMeanwhile(pool, {
    lock: locking(buckets[0]),
    call: () => forgetPerson(pool, context, [email]),
    act: (holder) => holder.query(locking(buckets[2])),
  });

  expect((await pool.query('select from throttles')).rowCount).toBe(0);
});
