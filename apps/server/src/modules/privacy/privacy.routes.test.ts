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
import { exportData } from './export.service.ts';

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

const download = (cookie: string) => call({ method: 'GET', url: `${base}/export`, headers: { cookie } });
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
    expect((await download(cookie)).statusCode).toBe(401);
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

describe('GET /user/export', () => {
  it('contains every field that is declared with an export name', async () => {
    const { cookie } = await buildMarkedPerson(context, 'exportedperson');

    const response = await download(cookie);

    expect(response.headers['content-disposition']).toBe('attachment; filename="tapfolio-data.json"');
    const data = response.json();
    for (const { exportAs, owner, columns } of Object.values(declaredTables)) {
      if (exportAs === null) continue;
      const [first] = owner === 'medium_id' ? data.travel[0][exportAs] : data[exportAs];
      const names = Object.values(columns).flatMap(({ exportName }) => exportName ?? []);
      expect([exportAs, Object.keys(first ?? {}).sort()]).toEqual([exportAs, names.sort()]);
    }
    expect(data.account[0]).toMatchObject({ email: 'exportedperson@example.org', firstName: 'exportedperson Anna' });
    expect(data.cards[0].name).toBe('exportedperson card');
    expect(data.travel[0].trips).toHaveLength(2);
    expect(data.travel[0].trips[0]).toMatchObject({ startedAt: '2026-03-01T08:00:00Z', fareMinor: 370 });
  });

  it.each([
    ['an image on a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a caller without trace header', {}],
  ])(
    'is refused for %s, and does not use up one of the exports of the hour',
    async (_what, headers: Record<string, string>) => {
      const { cookie, passengerId } = await buildSignedIn();

      const response = await app.inject({ url: `${base}/export`, headers: { cookie, ...headers } });

      expect(response.json().error?.code).toBe('cross_site_request');
      const { rowCount } = await pool.query(
        `select from audit_events where kind = 'data_exported' and passenger_id = $1`,
        [passengerId],
      );
      expect(rowCount).toBe(0);
    },
  );

  it('holds no password, token or key', async () => {
    const { cookie } = await buildMarkedPerson(context, 'withoutsecrets');

    const { body } = await download(cookie);

    for (const secret of ['argon2', 'hash withoutsecrets', 'withoutsecrets.token', 'withoutsecrets second'])
      expect(body).not.toContain(secret);
    expect(body).not.toMatch(/"\\\\x/);
  });

  it('has all trips of the passenger and none of others', async () => {
    const { cookie, passengerId } = await buildSignedIn();
    const { medium_id } = await buildCard(pool, { passenger_id: passengerId });
    await buildMarkedPerson(context, 'somebodyelse');
    await buildTrip(pool, { medium_id, started_at: '2026-03-01T08:00:00Z' });
    await pool.query(
      `insert into trips (medium_id, started_at, trip_id, operator_code, tap_id, status, fare_minor, currency,
        service_day, updated_at, exported_at, file_id, line_number)
      select medium_id, started_at + n / 3 * interval '1 second', gen_random_uuid(), '1', gen_random_uuid(), 'calculated',
        n, 'CAD', service_day, updated_at, exported_at, 1, n
      from trips, generate_series(1, 1203) n where medium_id = $1`,
      [medium_id],
    );

    const { body } = await download(cookie);

    const { trips } = JSON.parse(body).travel[0];
    expect(new Set(trips.map((trip: { tripId: string }) => trip.tripId)).size).toBe(1204);
    expect(trips).toHaveLength(1204);
    expect(body).not.toContain('somebodyelse');
  });

  /** Reads an export until the travel of the first card. */
  async function beginExport(passengerId: string, cookie: string) {
    const [, token = ''] = cookie.split('=');
    const asked = { passengerId, tokenHash: sha256(token), traceId: traceHeader() };
    const parts = (await exportData({ ...context, readDb: pool }, asked))[Symbol.asyncIterator]();
    let begun = '';
    while (!begun.includes('"travel":[\n{')) begun += (await parts.next()).value;
    return { parts, begun };
  }

  it('breaks off when its session is ended meanwhile, however slowly it is read', async () => {
    const { passengerId, cookie } = await buildSignedIn();
    const { medium_id } = await buildCard(pool, { passenger_id: passengerId });
    const { trip_id } = await buildTrip(pool, { medium_id, started_at: '2026-03-01T08:00:00Z' });
    const { parts, begun } = await beginExport(passengerId, cookie);
    let read = begun;

    await pool.query('delete from sessions where passenger_id = $1', [passengerId]);
    const readOn = async () => {
      for (let part = await parts.next(); part.done !== true; part = await parts.next()) read += part.value;
    };

    await expect(readOn()).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(read).not.toContain(trip_id);
  });

  it('has no trip of the next owner of a card that leaves the account during the export', async () => {
    const { passengerId, cookie } = await buildSignedIn();
    for (let card = 1; card < 3; card += 1) await buildCard(pool, { passenger_id: passengerId });
    const { medium_id } = await buildCard(pool, { passenger_id: passengerId });
    const { parts, begun } = await beginExport(passengerId, cookie);
    let read = begun;

    const next = await buildSignedIn();
    await pool.query('delete from cards where medium_id = $1', [medium_id]);
    await buildCard(pool, { passenger_id: next.passengerId, medium_id });
    const { trip_id } = await buildTrip(pool, { medium_id, started_at: '2026-03-01T08:00:00Z' });
    for (let part = await parts.next(); part.done !== true; part = await parts.next()) read += part.value;

    expect(JSON.parse(read).travel).toHaveLength(3);
    expect(read).not.toContain(trip_id);
  });

  it('is made five times an hour at most', async () => {
    const { cookie } = await buildSignedIn();
    for (let time = 0; time < 5; time += 1) expect((await download(cookie)).statusCode).toBe(200);

    const response = await download(cookie);

    expect([response.statusCode, response.json().error.code]).toEqual([429, 'too_many_requests']);
  });
});
