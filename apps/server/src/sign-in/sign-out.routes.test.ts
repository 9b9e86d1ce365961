import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { authRole } from '../roles/auth.ts';

const { app, call, pool, signIn } = await createTestApp([authRole]);
const base = '/public/api/v1/auth';

const sessionsOf = async (passengerId: string): Promise<number> => {
  const { rowCount } = await pool.query('select from sessions where passenger_id = $1', [passengerId]);
  return rowCount ?? 0;
};

describe('GET /user/logout', () => {
  it('[SES-02] ends the session, clears the cookie and dates the sign-out', async () => {
    const passenger = await signIn();

    const response = await passenger.call({ url: `${base}/user/logout` });

    expect(response.json()).toEqual({ data: {} });
    expect(response.headers['set-cookie']).toMatch(/^__Host-session=; .*Max-Age=0$/);
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expect(await sessionsOf(passenger.passengerId)).toBe(0);
    const { rows } = await pool.query('select last_logout_at from passengers where passenger_id = $1', [
      passenger.passengerId,
    ]);
    expect(rows[0].last_logout_at).not.toBeNull();
  });

  it('does nothing without a session', async () => {
    const passenger = await signIn();
    await passenger.call({ url: `${base}/user/logout` });

    expect((await passenger.call({ url: `${base}/user/logout` })).statusCode).toBe(200);
    expect((await call({ url: `${base}/user/logout` })).statusCode).toBe(200);
  });

  it.each([
    ['an image on another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister domain', { 'sec-fetch-site': 'same-site', 'x-trace': traceHeader() }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['a caller without trace header', {}],
  ])('cannot be set off by %s', async (_what, headers: Record<string, string>) => {
    const { cookie, passengerId } = await signIn();

    const response = await app.inject({ url: `${base}/user/logout`, headers: { cookie, ...headers } });

    expect(response.json().error.code).toBe('cross_site_request');
    expect(await sessionsOf(passengerId)).toBe(1);
  });
});
