import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { authRole } from '../roles/auth.ts';

const { pool, signIn } = await createTestApp([authRole], { refusesInTime: true });

it('a passenger whose row is locked does not delay others with forty changes', async () => {
  const rename = {
    method: 'PATCH',
    url: '/public/api/v1/auth/user/profile',
    payload: { first_name: 'A', last_name: 'B' },
  } as const;
  const owner = await signIn();
  const others = await Promise.all(Array.from({ length: 4 }, () => signIn()));
  const locker = await pool.connect();
  onTestFinished(() => locker.release(true));
  await locker.query('begin');
  await locker.query('select from passengers where passenger_id = $1 for update', [owner.passengerId]);
  const begun = performance.now();

  const own = Promise.all(Array.from({ length: 40 }, () => owner.call(rename)));
  const theirs = await Promise.all(others.map((other) => other.call(rename)));
  const refusals = await own;
  const ownMs = performance.now() - begun;
  await locker.query('rollback');
  const after = await owner.call(rename);

  expect(theirs.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
  expect(new Set(refusals.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(refusals.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  expect(ownMs).toBeLessThan(4000);
  expect(after.statusCode).toBe(204);
});
