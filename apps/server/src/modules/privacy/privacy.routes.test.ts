import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/build-app.ts';
import { buildCard } from '../../../test/factories/cards.ts';
import { buildPasswordOwner, goodPassword } from '../../../test/factories/credentials.ts';
import { insertRow } from '../../../test/factories/insert-row.ts';
import { buildMarkedPerson } from '../../../test/factories/marked-person.ts';
import { buildMedium } from '../../../test/factories/media.ts';
import { buildPayment } from '../../../test/factories/payments.ts';
import { buildTrip } from '../../../test/factories/trips.ts';
import { actMeanwhile, beginHolding, untilWaiting } from '../../../test/row-queue.ts';
import { traceHeader } from '../../../test/trace-header.ts';
import { askAtOnce } from '../../../test/while-busy.ts';
import { declaredTables } from '../../database/tables/declared-tables.ts';
import { newToken, sha256 } from '../../lib/hashing.ts';
import { authRole } from '../../roles/auth.ts';
import { portalRole } from '../../roles/portal.ts';

const { app, call, context, pool } = await createTestApp([authRole, portalRole]);
const base = '/public/api/v1/auth/user';

async function openSession(passenger_id: string, created_at = new Date()): Promise<string> {
  const token = newToken();
  const expires_at = new Date(Date.now() + 3_600_000);
  const times = { created_at, proven_at: created_at, expires_at };
  await insertRow(pool, 'sessions', { token_hash: sha256(token), passenger_id, idle_seconds: 0, ...times });
  return `__Host-session=${token}`;
}

async function buildSignedIn(overrides: Parameters<typeof buildPasswordOwner>[1] = {}) {
  const { passenger_id: passengerId, email } = await buildPasswordOwner(context, overrides);
  return { passengerId, email, cookie: await openSession(passengerId) };
}

function close(cookie: string, body: object = { reason: 'privacy', password: goodPassword }) {
  const headers = { cookie, 'x-trace': traceHeader() };
  return app.inject({ method: 'POST', url: `${base}/anonymize`, payload: body, headers });
}

const rowOf = async (passengerId: string) => {
  const { rows } = await pool.query('select * from passengers where passenger_id = $1', [passengerId]);
  return rows[0];
};

async function countLastMails(): Promise<number> {
  const sql = `select from graphile_worker._private_jobs where payload->>'mail' = 'account-closed'`;
  return (await pool.query(sql)).rowCount ?? 0;
}

describe('POST /user/anonymize', () => {
  it('[ACC-03] leaves a row that names no person, ends the session and frees the address', async () => {
    const { passengerId, email, cookie } = await buildSignedIn({ first_name: 'Anna', last_name: 'Novak' });

    const response = await close(cookie);

    expect(response.statusCode).toBe(204);
    expect(response.headers['set-cookie']).toMatch(/^__Host-session=; .*Max-Age=0/);
    expect(response.headers['clear-site-data']).toBe('"cache", "cookies"');
    expect(await rowOf(passengerId)).toMatchObject({
      email: expect.stringMatching(/^[0-9a-f-]{36}@closed\.invalid$/),
      status: 'anonymised',
      first_name: null,
      last_name: null,
    });
    expect((await call({ url: `${base}/export`, headers: { cookie } })).statusCode).toBe(401);
    await buildPasswordOwner(context, { email });
  });

  it('[ACC-03] keeps the travel and frees its card', async () => {
    const { passengerId, cookie } = await buildSignedIn();
    const { medium_id } = await buildCard(pool, { passenger_id: passengerId });
    await buildTrip(pool, { medium_id, started_at: '2026-03-01T08:00:00Z' });

    await close(cookie);

    const { rowCount } = await pool.query('select from trips where medium_id = $1', [medium_id]);
    expect(rowCount).toBe(1);
    const next = await buildSignedIn();
    await buildCard(pool, { passenger_id: next.passengerId, medium_id });
  });

  it('resets every column that is declared as cleared', async () => {
    const { passengerId, cookie } = await buildMarkedPerson(context, 'clearedcolumns');
    const fresh = await rowOf((await buildPasswordOwner(context)).passenger_id);

    expect((await close(cookie)).statusCode).toBe(204);

    const left = await rowOf(passengerId);
    const cleared = Object.entries(declaredTables.passengers?.columns ?? {})
      .filter(([, field]) => field.onAnonymise === 'clear')
      .map(([column]) => column);
    expect(cleared.length).toBeGreaterThan(10);
    for (const column of cleared) expect([column, left[column]]).toEqual([column, fresh[column]]);
  });

  it.each([
    ['privacy', 'privacy'],
    ['I am Anna Novak and I moved', 'other'],
  ])('[ACC-03] records the reason %j as %s, with a keyed hash in place of the person', async (given, reason) => {
    const { cookie } = await buildSignedIn();

    const response = await close(cookie, { reason: given, password: goodPassword });

    const { rows } = await pool.query(`select passenger_id, detail from audit_events where trace_id = $1`, [
      response.headers['x-trace-id'],
    ]);
    expect(rows).toEqual([{ passenger_id: null, detail: { reason, person: expect.stringMatching(/^[0-9a-f]{64}$/) } }]);
  });

  it.each([
    ['without a password', undefined, 'password_old_empty'],
    ['with an empty password', '', 'password_old_empty'],
    ['with a wrong password', 'not the password', 'password_old_incorrect'],
  ])('refuses %s and changes nothing', async (_what, password, code) => {
    const { passengerId, cookie } = await buildSignedIn();

    const response = await close(cookie, { reason: 'other', ...(password !== undefined && { password }) });

    expect([response.statusCode, response.json().error.code]).toEqual([422, code]);
    expect((await rowOf(passengerId)).status).toBe('active');
  });

  it('evaluates no more than five wrong passwords, also in parallel', async () => {
    const { passengerId, cookie } = await buildSignedIn();

    const answers = await askAtOnce(12, () => close(cookie, { reason: 'other', password: 'not the password' }));

    const codes = answers.map((answer) => answer.json().error.code);
    expect(codes.filter((code) => code === 'password_old_incorrect')).toHaveLength(5);
    expect((await close(cookie)).json().error.code).toBe('too_many_requests');
    expect((await rowOf(passengerId)).status).toBe('active');
  });

  it('asks a passenger of an identity provider for a sign-in of the last five minutes', async () => {
    const { passenger_id } = await buildPasswordOwner(context, { is_sso_shadow_user: true });
    const old = await openSession(passenger_id, new Date(Date.now() - 6 * 60_000));
    const fresh = await openSession(passenger_id);

    const refused = await close(old, { reason: 'other' });
    const closed = await close(fresh, { reason: 'other' });

    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'reauthentication_required']);
    expect(closed.statusCode).toBe(204);
  });

  it.each([
    ['expired', 'user_expired'],
    ['deactivated', 'user_not_active'],
  ])('is refused for an account that becomes %s during the call', async (status, code) => {
    const { passengerId, cookie } = await buildSignedIn();
    await close(cookie, { reason: 'privacy', password: 'not the password' });

    const answer = await actMeanwhile(pool, {
      lock: 'select from throttles for update',
      call: () => close(cookie),
      act: (holder) => holder.query('update passengers set status = $1 where passenger_id = $2', [status, passengerId]),
    });

    expect(answer.json().error.code).toBe(code);
  });

  it('happens once of ten parallel calls, and not again', async () => {
    const { cookie } = await buildSignedIn();
    const before = await countLastMails();

    const answers = await askAtOnce(10, () => close(cookie));

    const codes = answers.map((answer) => (answer.statusCode === 204 ? 'closed' : answer.json().error.code));
    expect(codes.filter((code) => code === 'closed')).toHaveLength(1);
    // A call that compared its password after the account was closed finds the account closed.
    expect(codes.filter((code) => !['closed', 'unauthenticated', 'user_not_active'].includes(code))).toEqual([]);
    expect((await close(cookie)).statusCode).toBe(401);
    expect(await countLastMails()).toBe(before + 1);
  });

  it('[ACC-03] stops a sign-in, a name and a card that come at the same time', async () => {
    const { cookie, passengerId, email } = await buildSignedIn();
    const { medium_id } = await buildMedium(pool);
    const { srid, paid_minor: amountMinor } = await buildPayment(pool, {
      medium_id,
      opened_at: '2026-03-01T08:00:00Z',
    });
    const headers = { cookie, 'x-trace': traceHeader(), 'user-agent': 'Late Browser' };
    const names = { first_name: 'Late', last_name: '' };
    const card = { srid, amountMinor, name: 'Late card' };
    const credentials = { email, password: goodPassword };
    const holder = await pool.connect();
    await holder.query(beginHolding);
    await holder.query('select from passengers where passenger_id = $1 for update', [passengerId]);

    const closing = close(cookie);
    await untilWaiting(pool, 1);
    const late = Promise.all([
      app.inject({ method: 'PATCH', url: `${base}/profile`, payload: names, headers }),
      app.inject({ method: 'POST', url: '/public/api/v1/portal/cards', payload: card, headers }),
      app.inject({ method: 'POST', url: '/public/api/v1/auth/sessions', payload: credentials, headers }),
    ]);
    await untilWaiting(pool, 4);
    await holder.query('commit');
    holder.release();

    expect((await closing).statusCode).toBe(204);
    expect((await late).map((answer) => answer.json().error.code)).toEqual(['0107', 'unauthenticated', 'login_failed']);
    expect(await rowOf(passengerId)).toMatchObject({ status: 'anonymised', first_name: null, last_card_id: 0 });
    for (const table of ['sessions', 'cards']) {
      const { rowCount } = await pool.query(`select from ${table} where passenger_id = $1`, [passengerId]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
  });
});
