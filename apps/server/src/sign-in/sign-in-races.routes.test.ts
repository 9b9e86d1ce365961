import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { createPool } from '../database/pool.ts';
import { codeDigits } from '../modules/second-factors/mail-codes.service.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool, url } = await createTestApp([authRole]);
/** Runs another act in the middle of the call under test. */
const beside = createPool({ url });
afterAll(() => beside.end());

const base = '/public/api/v1/auth';

const signIn = (email: string) =>
  call({ method: 'POST', url: `${base}/sessions`, payload: { email, password: goodPassword } });

/**
 * Holds the passenger's row, lets `act` run into it, changes the password as a reset does, and lets go: so the call has
 * compared the old password before and goes on after.
 */
async function changedMeanwhile<Answer>(passengerId: string, act: () => Promise<Answer>): Promise<Answer> {
  const client = await beside.connect();
  try {
    await client.query('begin');
    await client.query('select from passengers where passenger_id = $1 for update', [passengerId]);
    const acting = act();
    await expect.poll(waitingForRow, { interval: 20 }).toBe(true);
    await client.query(`update credentials set password_hash = 'another', changed_at = now() where passenger_id = $1`, [
      passengerId,
    ]);
    await client.query('delete from sessions where passenger_id = $1', [passengerId]);
    await client.query('commit');
    return await acting;
  } finally {
    client.release();
  }
}

async function waitingForRow(): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

const askForCodes = (passengerId: string) =>
  pool.query('update passengers set mail_code = true where passenger_id = $1', [passengerId]);

async function countOf(table: 'sessions' | 'password_resets' | 'sign_in_codes', passengerId: string): Promise<number> {
  const { rows } = await pool.query(`select count(*)::integer as count from ${table} where passenger_id = $1`, [
    passengerId,
  ]);
  return rows[0].count;
}

describe('a password that is changed while it is being used', () => {
  it('opens no session', async () => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context);

    const response = await changedMeanwhile(passengerId, () => signIn(email));

    expect(codeOf(response)).toBe('login_failed');
    expect(await countOf('sessions', passengerId)).toBe(0);
  });

  it('leads to no token for a new one', async () => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context, { must_change_password: true });

    const response = await changedMeanwhile(passengerId, () => signIn(email));

    expect(codeOf(response)).toBe('login_failed');
    expect(await countOf('password_resets', passengerId)).toBe(0);
  });

  it('sends no code', async () => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
    await askForCodes(passengerId);

    const response = await changedMeanwhile(passengerId, () => signIn(email));

    expect(codeOf(response)).toBe('login_failed');
    expect(await countOf('sign_in_codes', passengerId)).toBe(0);
  });

  it.each([
    ['no session', false],
    ['no token for a new one', true],
  ])('leads to %s with its code', async (_what, must_change_password) => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context, { must_change_password });
    await askForCodes(passengerId);
    const { ticket } = (await signIn(email)).json().error.details;
    const { rows } = await pool.query('select code_id from sign_in_codes where passenger_id = $1', [passengerId]);
    const code = codeDigits(context.keys.mailTokens, rows[0].code_id);

    const response = await changedMeanwhile(passengerId, () =>
      call({ method: 'POST', url: `${base}/sessions/code`, payload: { ticket, code } }),
    );

    expect(codeOf(response)).toBe('login_failed');
    expect(await countOf('sessions', passengerId)).toBe(0);
    expect(await countOf('password_resets', passengerId)).toBe(0);
  });

  it('also makes a code invalid that was sent before', async () => {
    const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
    const cookie = String((await signIn(email)).headers['set-cookie']).split(';')[0] ?? '';
    await askForCodes(passengerId);
    const { ticket } = (await signIn(email)).json().error.details;
    const { rows } = await pool.query('select code_id from sign_in_codes where passenger_id = $1', [passengerId]);
    const newPassword = 'harbour-lights-after-rain';

    const changed = await call({
      method: 'POST',
      url: `${base}/user/password_change`,
      headers: { cookie },
      payload: { old_password: goodPassword, new_password: newPassword },
    });
    const code = codeDigits(context.keys.mailTokens, rows[0].code_id);
    const response = await call({ method: 'POST', url: `${base}/sessions/code`, payload: { ticket, code } });

    expect(changed.statusCode).toBe(204);
    expect(codeOf(response)).toBe('sign_in_code_expired');
  });
});
