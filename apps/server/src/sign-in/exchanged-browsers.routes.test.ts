import { afterAll, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { insertRow } from '../../test/factories/insert-row.ts';
import { createPool } from '../database/pool.ts';
import { newToken, sha256 } from '../lib/hashing.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool, url } = await createTestApp([authRole]);
/** Keeps rows while the calls under test run into them. */
const beside = createPool({ url });
afterAll(() => beside.end());

/** A passenger with six sessions, so that a sign-in ends the two oldest; the browser has the oldest. */
async function passengerOfBrowser() {
  const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
  const tokens = Array.from({ length: 6 }, newToken);
  for (const [at, token] of tokens.entries()) {
    const created_at = new Date(Date.now() - 3_600_000 * (6 - at));
    const expires_at = new Date(Date.now() + 3_600_000);
    const session = { token_hash: sha256(token), passenger_id: passengerId, idle_seconds: 0, created_at, expires_at };
    await insertRow(pool, 'sessions', session);
  }
  const [browser = '', second = ''] = tokens;
  return { email, cookie: `__Host-session=${browser}`, second: sha256(second) };
}

type Owner = Awaited<ReturnType<typeof passengerOfBrowser>>;

const signIn = async ({ cookie }: Owner, { email }: Owner) =>
  await call({
    method: 'POST',
    url: '/public/api/v1/auth/sessions',
    headers: { cookie },
    payload: { email, password: goodPassword },
  });

const countWaiting = async () => {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
};

it('two passengers who sign in at the same moment, each in the browser where the other was signed in, both get in', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await passengerOfBrowser(), await passengerOfBrowser()];
    const client = await beside.connect();
    await client.query('begin');
    await client.query('select from sessions where token_hash = any($1) for update', [[one.second, other.second]]);

    const signingIn = [signIn(one, other), signIn(other, one)];
    await expect.poll(countWaiting, { interval: 20, timeout: 20_000 }).toBe(2);
    await client.query('commit');
    client.release();

    const answers = await Promise.all(signingIn);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  }
});
