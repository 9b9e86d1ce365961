import { createHmac } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createTestApp, traceHeader } from '../../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../../test/factories/credentials.ts';
import { sha256 } from '../../lib/hashing.ts';
import { authRole } from '../../roles/auth.ts';

const { app, call, context, pool, signIn } = await createTestApp([authRole]);

const base = '/public/api/v1/auth';
let lastAddress = 0;

/** Each attempt comes from an address of its own, so that only the limit under test is met. */
function attempt(email: string, password: string, headers: Record<string, string> = {}) {
  lastAddress += 1;
  const remoteAddress = `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
  return call({ method: 'POST', url: `${base}/sessions`, payload: { email, password }, headers, remoteAddress });
}

const codeOf = (response: LightMyRequestResponse): string => response.json().error.code;
const cookiesOf = (response: LightMyRequestResponse): string[] =>
  [response.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');
const cookieOf = (response: LightMyRequestResponse): string => cookiesOf(response)[0] ?? '';
const sessionsOf = async (passengerId: string): Promise<number> => {
  const { rowCount } = await pool.query('select from sessions where passenger_id = $1', [passengerId]);
  return rowCount ?? 0;
};

describe('POST /sessions', () => {
  it('[SES-04] opens a session in a cookie that scripts and foreign sites never see', async () => {
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

  it('takes the address in any case and with blanks around it', async () => {
    const { email } = await buildPasswordOwner(context);

    const response = await attempt(`  ${email.toUpperCase()} `, goodPassword);

    expect(response.statusCode).toBe(200);
  });

  it('[AUTH-02] answers a wrong password and an unknown address with the same bytes', async () => {
    const { email } = await buildPasswordOwner(context);

    const wrong = await attempt(email, 'not the password');
    const unknown = await attempt('nobody@example.org', 'not the password');

    const withoutTrace = ({ body, statusCode }: LightMyRequestResponse) => [
      statusCode,
      body.replace(/"traceId":"[^"]+"/, ''),
    ];
    expect(codeOf(wrong)).toBe('login_failed');
    expect(withoutTrace(unknown)).toEqual(withoutTrace(wrong));
    expect(unknown.headers['set-cookie']).toBeUndefined();
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

  it('keeps at most five sessions, also when eight are opened at once', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);

    const responses = await Promise.all(Array.from({ length: 8 }, () => attempt(email, goodPassword)));

    expect(responses.map((response) => response.statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await sessionsOf(passenger_id)).toBe(5);
  });

  it('ends no session that is in use for the sake of newer ones that are over', async () => {
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
  ])('[ACC-04] refuses the right password of a %s account with %s, and tells nobody else', async (status, code) => {
    const { email } = await buildPasswordOwner(context, { status });

    const right = await attempt(email, goodPassword);
    const wrong = await attempt(email, 'not the password');

    expect(codeOf(right)).toBe(code);
    expect(right.headers['set-cookie']).toBeUndefined();
    expect(codeOf(wrong)).toBe('login_failed');
  });

  it('lets nobody in with a password who signs in elsewhere', async () => {
    const { email } = await buildPasswordOwner(context, { is_sso_shadow_user: true });

    const response = await attempt(email, goodPassword);

    expect(codeOf(response)).toBe('login_failed');
  });

  it('hashes a password again when its hash is weaker than today asks for', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);
    const key = createHmac('sha256', context.secrets.pepper).update(goodPassword).digest('base64');
    const weak = await hash(key, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await pool.query('update credentials set password_hash = $2 where passenger_id = $1', [passenger_id, weak]);

    const response = await attempt(email, goodPassword);

    const { rows } = await pool.query('select password_hash from credentials where passenger_id = $1', [passenger_id]);
    expect(response.statusCode).toBe(200);
    expect(rows[0].password_hash).toContain('m=19456,t=2,p=1');
  });

  it('asks for both fields', async () => {
    const response = await call({ method: 'POST', url: `${base}/sessions`, payload: { email: 'a@example.org' } });

    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({
      code: '0101',
      details: { fields: { password: expect.any(String) } },
    });
  });
});

describe('GET /user/get_settings', () => {
  it('[SES-19] answers every field of the specification and the portal configuration', async () => {
    const passenger = await signIn({ first_name: 'Élodie', display_language: 'fr_CA' });

    const { user, portal_config } = (await passenger.call({ url: `${base}/user/get_settings?domain=a` })).json();

    expect(user).toMatchObject({
      first_name: 'Élodie',
      last_name: null,
      is_sso_shadow_user: false,
      max_user_idle_time: 900,
      show_first_page: false,
      display_language: 'fr_CA',
      last_logout_date: null,
      passwd_rule_length: 15,
      passwd_rule_digits_count: 0,
      passwd_rule_must_change_on_login: false,
    });
    expect(user.permissions.any).toBeUndefined();
    expect(portal_config.brand.name).toBe(context.config.brand.name);
  });

  it.each([
    ['no cookie', {}],
    ['a cookie nobody was given', { cookie: `__Host-session=${'a'.repeat(43)}` }],
    ['half a cookie', { cookie: '__Host-session=abc' }],
  ])('refuses %s', async (_what, headers) => {
    const response = await call({ url: `${base}/user/get_settings`, headers });

    expect(response.statusCode).toBe(401);
    expect(codeOf(response)).toBe('unauthenticated');
  });

  it('[SES-07] refuses after the idle time, by the database clock, and never again', async () => {
    const passenger = await signIn();
    await pool.query(`update sessions set last_seen_at = now() - interval '901 seconds' where passenger_id = $1`, [
      passenger.passengerId,
    ]);

    const first = await passenger.call({ url: `${base}/user/get_settings` });
    const second = await passenger.call({ url: `${base}/user/get_settings` });

    expect([codeOf(first), codeOf(second)]).toEqual(['unauthenticated', 'unauthenticated']);
  });

  it('says TOKEN_EXPIRED after the absolute end of a session', async () => {
    const passenger = await signIn();
    await pool.query('update sessions set expires_at = now() where passenger_id = $1', [passenger.passengerId]);

    expect(codeOf(await passenger.call({ url: `${base}/user/get_settings` }))).toBe('TOKEN_EXPIRED');
  });

  it('refuses at once when the account is no longer active', async () => {
    const passenger = await signIn();
    await pool.query(`update passengers set status = 'deactivated' where passenger_id = $1`, [passenger.passengerId]);

    expect((await passenger.call({ url: `${base}/user/get_settings` })).statusCode).toBe(401);
  });
});

describe('GET /user_is_logged', () => {
  const ask = (headers: Record<string, string>) => call({ url: `${base}/user_is_logged?invoked_by=/card`, headers });

  it('[SES-18] tells a live session from none, an idle, an expired and an ended one', async () => {
    const { cookie, passengerId } = await signIn();
    const set = (assignment: string) =>
      pool.query(`update sessions set ${assignment} where passenger_id = $1`, [passengerId]);

    expect((await ask({})).json()).toEqual({ is_logged: false, reason: 'none' });
    expect((await ask({ cookie })).json()).toEqual({ is_logged: true });
    await set(`last_seen_at = now() - interval '1 hour'`);
    expect((await ask({ cookie })).json()).toEqual({ is_logged: false, reason: 'idle' });
    await set('expires_at = now()');
    expect((await ask({ cookie })).json()).toEqual({ is_logged: false, reason: 'expired' });
    await pool.query('delete from sessions where passenger_id = $1', [passengerId]);
    expect((await ask({ cookie })).json()).toEqual({ is_logged: false, reason: 'ended' });
  });

  it('[SES-18] never keeps a session alive', async () => {
    const { cookie, passengerId } = await signIn();
    await pool.query(`update sessions set last_seen_at = now() - interval '5 minutes' where passenger_id = $1`, [
      passengerId,
    ]);
    const seen = async () =>
      (await pool.query('select last_seen_at from sessions where passenger_id = $1', [passengerId])).rows[0]
        .last_seen_at;
    const before = await seen();

    await ask({ cookie });

    expect(await seen()).toBe(before);
  });
});

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

  it('does no harm when nobody is signed in', async () => {
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

    expect(codeOf(response)).toBe('cross_site_request');
    expect(await sessionsOf(passengerId)).toBe(1);
  });
});

describe('POST /user/consent', () => {
  it('[REG-03] stores version and time once, however often it is given', async () => {
    const passenger = await signIn();

    await passenger.call({ method: 'POST', url: `${base}/user/consent` });
    const again = await passenger.call({ method: 'POST', url: `${base}/user/consent` });

    expect(again.statusCode).toBe(204);
    const { rows } = await pool.query('select version, language from consents where passenger_id = $1', [
      passenger.passengerId,
    ]);
    expect(rows).toEqual([{ version: context.config.consent.version, language: 'en_CA' }]);
  });
});

describe('PATCH /user/settings', () => {
  it('keeps the language for mails and receipts', async () => {
    const passenger = await signIn();

    const payload = { display_language: 'fr_CA' };
    const response = await passenger.call({ method: 'PATCH', url: `${base}/user/settings`, payload });

    expect(response.statusCode).toBe(204);
    const { user } = (await passenger.call({ url: `${base}/user/get_settings` })).json();
    expect(user.display_language).toBe('fr_CA');
  });

  it('refuses a language we do not have', async () => {
    const passenger = await signIn();

    const payload = { display_language: 'xx_XX' };
    const response = await passenger.call({ method: 'PATCH', url: `${base}/user/settings`, payload });

    expect(codeOf(response)).toBe('0102');
  });
});
