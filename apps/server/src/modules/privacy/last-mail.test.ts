import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildPasswordOwner, goodPassword } from '../../../test/factories/credentials.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { createMailingApp } from '../../../test/mailing-app.ts';
import { newToken, sha256 } from '../../lib/hashing.ts';
import { authRole } from '../../roles/auth.ts';

const { call, context, pool, mailServer } = await createMailingApp([authRole]);
const base = '/public/api/v1/auth';

/** A passenger whose sign-ins ask for a code by mail, and a session of theirs. */
async function buildSignedIn() {
  const { passenger_id, email } = await buildPasswordOwner(context);
  await pool.query('update passengers set mail_code = true where passenger_id = $1', [passenger_id]);
  const token = newToken();
  const expires_at = new Date(Date.now() + 3_600_000);
  await insertRow(pool, 'sessions', { token_hash: sha256(token), passenger_id, idle_seconds: 0, expires_at });
  return { email, cookie: `__Host-session=${token}` };
}

const jobsOf = async (mail: string, state: string) =>
  (await pool.query(`select from graphile_worker._private_jobs where payload->>'mail' = $1 and ${state}`, [mail]))
    .rowCount;

it('nothing is mailed after the goodbye: it waits for a code that is on its way', async () => {
  const { email, cookie } = await buildSignedIn();
  const post = (path: string, payload: object) =>
    call({ method: 'POST', url: base + path, payload, headers: { cookie } });
  const release = mailServer.hold();
  await post('/sessions', { email, password: goodPassword });
  await expect.poll(() => jobsOf('sign-in-code', 'locked_at is not null'), { timeout: 8000 }).toBe(1);

  expect((await post('/user/anonymize', { reason: 'other', password: goodPassword })).statusCode).toBe(204);
  await expect.poll(() => jobsOf('account-closed', 'locked_at is not null'), { timeout: 8000 }).toBe(1);
  // Long enough for a goodbye that does not wait.
  await sleep(500);
  release();

  await mailServer.lastTo(email, 2);
  expect(mailServer.mails.map(({ subject }) => subject)).toEqual(['Your sign-in code', 'Your account is deleted']);
});
