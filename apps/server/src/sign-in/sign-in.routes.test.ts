import { createHmac } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { cookiesOf, signInAttempts } from '../../test/sign-in-attempts.ts';
import { leastStepMs, timed } from '../../test/timed.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { sha256 } from '../lib/hashing.ts';
import { authRole } from '../roles/auth.ts';

const { call, context, pool } = await createTestApp([authRole]);

const base = '/public/api/v1/auth';
const attempt = signInAttempts({ call });

const cookieOf = (response: LightMyRequestResponse): string => cookiesOf(response)[0] ?? '';
const sessionsOf = async (passengerId: string): Promise<number> => {
  const { rowCount } = await pool.query('select from sessions where passenger_id = $1', [passengerId]);
  return rowCount ?? 0;
};

describe('POST /sessions', () => {
  it('[SES-04] opens a session in a cookie that scripts and other sites do not get', async () => {
    const { email } = await buildPasswordOwner(context);

    const response = await attempt(email, goodPassword);

    expect(response.statusCode).toBe(200);
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^__Host-dc=[\w-]{43}\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
      ),
    ]);
    expect(response.json().user.email).toBe(email);
  });

  it('does not give a browser that the address knows another mark', async () => {
    const { email } = await buildPasswordOwner(context);
    const [, mark = ''] = cookiesOf(await attempt(email, goodPassword));

    const again = cookiesOf(await attempt(email, goodPassword, { cookie: mark }));

    expect(again).toEqual([expect.stringContaining('__Host-session=')]);
  });

  it('accepts the address in any case and with blanks around it', async () => {
    const { email } = await buildPasswordOwner(context);

    const response = await attempt(`  ${email.toUpperCase()} `, goodPassword);

    expect(response.statusCode).toBe(200);
  });

  it('[AUTH-02] answers a wrong password and an unknown address with the same bytes, and both in step', async () => {
    const { email } = await buildPasswordOwner(context);

    const { result: wrong, ms: wrongMs } = await timed(attempt(email, 'not the password'));
    const { result: unknown, ms: unknownMs } = await timed(attempt('nobody@example.org', 'not the password'));

    const withoutTrace = ({ body, statusCode }: LightMyRequestResponse) => [
      statusCode,
      body.replace(/"traceId":"[^"]+"/, ''),
    ];
    expect(codeOf(wrong)).toBe('login_failed');
    expect(withoutTrace(unknown)).toEqual(withoutTrace(wrong));
    expect(unknown.headers['set-cookie']).toBeUndefined();
    expect(Math.min(wrongMs, unknownMs)).toBeGreaterThan(leastStepMs);
  });

  it('keeps the first 200 characters of what the browser calls itself', async () => {
    const { email } = await buildPasswordOwner(context);
    const browser = { 'user-agent': 'b'.repeat(300) };

    const cookie = cookieOf(await attempt(email, goodPassword, browser));

    const { items } = (await call({ url: `${base}/user/sessions`, headers: { cookie } })).json();
    expect(items).toEqual([expect.objectContaining({ userAgent: 'b'.repeat(200) })]);
  });

  it('[SES-04] ends the session the browser had before', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);
    const first = cookieOf(await attempt(email, goodPassword));

    const second = cookieOf(await attempt(email, goodPassword, { cookie: first }));

    expect(second).not.toBe(first);
    expect(await sessionsOf(passenger_id)).toBe(1);
    const old = await call({ url: `${base}/user/get_settings`, headers: { cookie: first } });
    expect(codeOf(old)).toBe('unauthenticated');
  });

  it('keeps at most five sessions, also when eight are opened in parallel', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);

    const responses = await askAtOnce(8, () => attempt(email, goodPassword));

    expect(responses.map((response) => response.statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await sessionsOf(passenger_id)).toBe(5);
  });

  it('does not end a session in use because of newer ones that have expired', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);
    const inUse = cookieOf(await attempt(email, goodPassword));
    for (let time = 0; time < 4; time += 1) await attempt(email, goodPassword);
    await pool.query(
      `update sessions set last_seen_at = now() - interval '1 hour' where passenger_id = $1 and token_hash <> $2`,
      [passenger_id, sha256(inUse.replace('__Host-session=', ''))],
    );

    await attempt(email, goodPassword);

    const response = await call({ url: `${base}/user/get_settings`, headers: { cookie: inUse } });
    expect(response.statusCode).toBe(200);
    expect(await sessionsOf(passenger_id)).toBe(5);
  });

  it('stores only a hash of the token', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);

    const token = cookieOf(await attempt(email, goodPassword)).replace('__Host-session=', '');

    const { rows } = await pool.query('select token_hash from sessions where passenger_id = $1', [passenger_id]);
    expect(rows).toEqual([{ token_hash: sha256(token) }]);
  });

  it('[AUTH-06] counts right and wrong attempts and dates them', async () => {
    const { email } = await buildPasswordOwner(context);
    await attempt(email, 'not the password');
    await attempt(email, 'not the password');

    const { user } = (await attempt(email, goodPassword)).json();

    expect(user).toMatchObject({ incorrect_login_count: 2, correct_login_count: 1 });
    expect(Date.parse(user.last_correct_login_date)).toBeGreaterThan(Date.now() - 60_000);
    expect(Date.parse(user.last_incorrect_login_date)).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each([
    ['deactivated', 'user_not_active'],
    ['expired', 'user_expired'],
  ])('[ACC-04] refuses the right password of a %s account with %s, and a wrong one as always', async (status, code) => {
    const { email } = await buildPasswordOwner(context, { status });

    const right = await attempt(email, goodPassword);
    const wrong = await attempt(email, 'not the password');

    expect(codeOf(right)).toBe(code);
    expect(right.headers['set-cookie']).toBeUndefined();
    expect(codeOf(wrong)).toBe('login_failed');
  });

  it('refuses the password of a passenger of an identity provider', async () => {
    const { email } = await buildPasswordOwner(context, { is_sso_shadow_user: true });

    const response = await attempt(email, goodPassword);

    expect(codeOf(response)).toBe('login_failed');
  });

  it('hashes a password again when its hash is weaker than required today', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);
    const key = createHmac('sha256', context.keys.passwords).update(goodPassword).digest('base64');
    const weak = await hash(key, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await pool.query('update credentials set password_hash = $2 where passenger_id = $1', [passenger_id, weak]);

    const response = await attempt(email, goodPassword);

    const { rows } = await pool.query('select password_hash from credentials where passenger_id = $1', [passenger_id]);
    expect(response.statusCode).toBe(200);
    expect(rows[0].password_hash).toContain('m=19456,t=2,p=1');
  });

  it('needs both fields', async () => {
    const response = await call({ method: 'POST', url: `${base}/sessions`, payload: { email: 'a@example.org' } });

    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({
      code: '0101',
      details: { fields: { password: expect.any(String) } },
    });
  });
});
