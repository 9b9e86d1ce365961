import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { actMeanwhile, untilWaiting } from '../../../test/row-queue.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { deriveKeys } from '../../config/keys.ts';
import { AppError } from '../../lib/app-error.ts';
import { keyedHash, sha256 } from '../../lib/hashing.ts';
import { throttleRules } from './throttle-rules.ts';
import { forgetPerson, withThrottle } from './throttles.service.ts';

const { pool } = await createTestDatabase();
const context = { pool, keys: deriveKeys(sha256('p')) };
beforeEach(async () => void (await pool.query('truncate throttles')));

it('of attempts that come at the same moment only as many begin as the limit has room for', async () => {
  const { signIn } = throttleRules;
  const bucket = { rule: { ...signIn, most: 3 }, object: 'somebody@example.org' };
  const attempt = () =>
    withThrottle(context, {
      buckets: [bucket],
      failures: ['login_failed'],
      work: () => Promise.reject(new AppError('login_failed')),
    }).catch((error: AppError) => error.code);
  await attempt();

  // All four find room, and then wait for the row.
  const results: ReturnType<typeof attempt>[] = [];
  await actMeanwhile(pool, {
    lock: 'select from throttles for update',
    call: async () => void results.push(attempt()),
    act: async () => {
      for (let more = 0; more < 3; more += 1) results.push(attempt());
      await untilWaiting(pool, 4);
    },
  });

  expect((await Promise.all(results)).sort()).toEqual(['login_failed', 'login_failed', 'user_locked', 'user_locked']);
});

it('an attempt that waits for others takes no place anywhere, and is asked to come back when they take too long', async () => {
  const [crowded, other] = ['one', 'other'].map((object) => ({ rule: { ...throttleRules.signIn, most: 1 }, object }));
  if (crowded === undefined || other === undefined) throw new Error('there are two');
  const { promise, resolve } = Promise.withResolvers<void>();
  const others = withThrottle(context, { buckets: [crowded], failures: [], work: () => promise });
  await expect.poll(async () => (await pool.query('select from throttles where pending = 1')).rowCount).toBe(1);

  const work = () => Promise.resolve('begun');
  const outcome = await withThrottle(context, { buckets: [crowded, other], failures: [], work }).catch(
    (error: AppError) => error.code,
  );

  expect(outcome).toBe('unavailable');
  expect((await pool.query('select from throttles')).rowCount).toBe(1);
  resolve();
  await others;
});

it('attempts that are under way when their window ends are counted until they end, and no more begin than the limit has room for', async () => {
  const bucket = { rule: { ...throttleRules.signIn, most: 2 }, object: 'somebody@example.org' };
  const isPending = (count: number) =>
    expect.poll(async () => (await pool.query('select pending from throttles')).rows).toEqual([{ pending: count }]);
  const begin = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { resolve, done: withThrottle(context, { buckets: [bucket], failures: [], work: () => promise }) };
  };
  const before = [begin(), begin()];
  await isPending(2);
  await pool.query(`update throttles set window_ends_at = now() - interval '1 second'`);
  const after = [begin()];
  await isPending(3);

  for (const { resolve, done } of before) {
    resolve();
    await done;
  }

  await isPending(1);
  after.push(begin());
  await isPending(2);
  const onTop = await withThrottle(context, {
    buckets: [bucket],
    failures: [],
    work: () => Promise.resolve('begun'),
  }).catch((error: AppError) => error.code);
  expect(onTop).toBe('unavailable');
  for (const { resolve } of after) resolve();
  await Promise.all(after.map(({ done }) => done));
});

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
