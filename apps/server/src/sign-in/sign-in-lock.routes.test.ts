import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { codeOf } from '../../test/refusal-code.ts';
import { secondFactorCalls } from '../../test/second-factors.ts';
import { cookiesOf, signInAttempts } from '../../test/sign-in-attempts.ts';
import { softAuthenticator } from '../../test/soft-authenticator.ts';
import { traceHeader } from '../../test/trace-header.ts';
import { askAtOnce } from '../../test/while-busy.ts';
import { buildApp } from '../app.ts';
import { createDatabases } from '../database/parts.ts';
import { authRole } from '../roles/auth.ts';

const { app, call, context, pool, url } = await createTestApp([authRole]);
/** Another server on the same database; they share only what is stored there. */
const databases = createDatabases({ url });
const second = await buildApp({ ...context, databases }, [authRole]);
afterAll(() => databases.end());

const base = '/public/api/v1/auth';
const attempt = signInAttempts({ call });
const { send, signedIn, addKey, challengeForSignIn } = secondFactorCalls({ call, context });

/** The state after so many quarters of an hour like the last one: their limits are over, those of a day have counted all attempts. */
const letWindowsPass = (times = 1) =>
  pool.query(`update throttles set failures = $1 * failures, window_ends_at = window_ends_at - interval '16 minutes'`, [
    times,
  ]);

// Tests change what is counted of all addresses.
beforeEach(async () => void (await pool.query('truncate throttles')));

describe('the lock after wrong passwords', () => {
  it('[AUTH-03] evaluates five of a hundred parallel guesses at two servers and refuses the rest', async () => {
    const { email, passenger_id } = await buildPasswordOwner(context);

    const guess = (process: FastifyInstance): Promise<LightMyRequestResponse> => {
      const payload = { email, password: 'not the password' };
      const headers = { 'x-trace': traceHeader() };
      return process.inject({ method: 'POST', url: `${base}/sessions`, payload, headers });
    };

    const responses = await askAtOnce(100, (number) => guess(number % 2 === 0 ? app : second));

    const codes = responses.map(codeOf);
    expect(codes.filter((code) => code === 'login_failed')).toHaveLength(5);
    expect(codes.filter((code) => code === 'user_locked')).toHaveLength(95);
    const { rows } = await pool.query('select incorrect_login_count from passengers where passenger_id = $1', [
      passenger_id,
    ]);
    expect(rows[0].incorrect_login_count).toBe(5);
    expect(codeOf(await attempt(email, goodPassword))).toBe('user_locked');
  });

  it('[AUTH-03] accepts twenty parallel right passwords', async () => {
    const { email } = await buildPasswordOwner(context);

    const responses = await askAtOnce(20, () => attempt(email, goodPassword));

    expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(20);
  });

  it('locks an address without an account in the same way', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1) await attempt('stranger@example.org', 'not the password');

    const locked = await attempt('stranger@example.org', 'not the password');
    expect(codeOf(locked)).toBe('user_locked');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('does not lock the owner out of a browser used before when others guess elsewhere', async () => {
    const { email } = await buildPasswordOwner(context);
    const [, device = ''] = cookiesOf(await attempt(email, goodPassword));
    for (let wrong = 0; wrong < 5; wrong += 1) await attempt(email, 'not the password');

    expect(codeOf(await attempt(email, goodPassword))).toBe('user_locked');
    expect((await attempt(email, goodPassword, { cookie: device })).statusCode).toBe(200);
  });

  it('does not lock the owner out of a browser used before when others guess in the same network', async () => {
    const { email } = await buildPasswordOwner(context);
    const [, device = ''] = cookiesOf(await attempt(email, goodPassword));
    const fromHome = (password: string, headers = {}) =>
      call({
        method: 'POST',
        url: `${base}/sessions`,
        payload: { email, password },
        headers,
        remoteAddress: '203.0.113.7',
      });
    const guess = (number: number) =>
      call({
        method: 'POST',
        url: `${base}/sessions`,
        payload: { email: `victim-${number}@example.org`, password: 'not the password' },
        remoteAddress: '203.0.113.7',
      });
    for (let number = 0; number < 20; number += 1) await guess(number);

    expect(codeOf(await fromHome(goodPassword))).toBe('too_many_requests');
    expect((await fromHome(goodPassword, { cookie: device })).statusCode).toBe(200);
  });

  it('allows no more than a hundred attempts a day in known browsers either', async () => {
    const { email } = await buildPasswordOwner(context);
    const [, device = ''] = cookiesOf(await attempt(email, goodPassword));
    const guess = () => attempt(email, 'not the password', { cookie: device });

    const first = await Promise.all(Array.from({ length: 5 }, guess));
    await letWindowsPass(19);
    const last = await Promise.all(Array.from({ length: 10 }, guess));
    await letWindowsPass();

    expect(first.map(codeOf)).toEqual(Array.from({ length: 5 }, () => 'login_failed'));
    expect(last.filter((answer) => codeOf(answer) === 'login_failed')).toHaveLength(5);
    expect(codeOf(await attempt(email, goodPassword, { cookie: device }))).toBe('user_locked');
  });

  it('counts guesses from a known browser separately, and ignores a forged or foreign cookie', async () => {
    const { email } = await buildPasswordOwner(context);
    const { email: other } = await buildPasswordOwner(context);
    const [, device = ''] = cookiesOf(await attempt(email, goodPassword));
    for (let wrong = 0; wrong < 10; wrong += 1) await attempt(email, 'not the password', { cookie: device });
    for (let wrong = 0; wrong < 5; wrong += 1) await attempt(other, 'not the password', { cookie: device });
    const forged = `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`;

    expect(codeOf(await attempt(email, goodPassword, { cookie: device }))).toBe('user_locked');
    expect(codeOf(await attempt(other, goodPassword, { cookie: device }))).toBe('user_locked');
    expect((await attempt(email, goodPassword, { cookie: forged })).statusCode).toBe(200);
  });

  it('[AUTH-03] ends by itself after 15 minutes, also for an owner who goes on trying', async () => {
    const { email } = await buildPasswordOwner(context);
    const letPass = (minutes: number) =>
      pool.query('update throttles set window_ends_at = window_ends_at - make_interval(mins => $1)', [minutes]);
    for (let wrong = 0; wrong < 5; wrong += 1) await attempt(email, 'not the password');

    await letPass(14);
    const early = await attempt(email, goodPassword);
    await letPass(1);

    expect(codeOf(early)).toBe('user_locked');
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await attempt(email, goodPassword)).statusCode).toBe(200);
  });

  it('allows a slow guesser no more than a hundred attempts a day', async () => {
    const { email } = await buildPasswordOwner(context);
    const guess = () => attempt(email, 'not the password');

    const first = await Promise.all(Array.from({ length: 4 }, guess));
    await letWindowsPass(24);
    const last = await Promise.all(Array.from({ length: 5 }, guess));
    await letWindowsPass();

    expect(first.map(codeOf)).toEqual(Array.from({ length: 4 }, () => 'login_failed'));
    expect(last.filter((answer) => codeOf(answer) === 'login_failed')).toHaveLength(4);
    expect(codeOf(await attempt(email, goodPassword))).toBe('user_locked');
  });

  it('forgets wrong attempts after a right one', async () => {
    const { email } = await buildPasswordOwner(context);
    for (let wrong = 0; wrong < 4; wrong += 1) await attempt(email, 'not the password');
    await attempt(email, goodPassword);
    for (let wrong = 0; wrong < 4; wrong += 1) await attempt(email, 'not the password');

    expect((await attempt(email, goodPassword)).statusCode).toBe(200);
  });

  it('lets one account sign in thirty times a minute, from all addresses and in all browsers together', async () => {
    const { email } = await buildPasswordOwner(context);
    const { email: other } = await buildPasswordOwner(context);
    const [, device = ''] = cookiesOf(await attempt(email, goodPassword));
    const headers = (number: number) => (number % 2 === 0 ? {} : { cookie: device });

    const more = await askAtOnce(39, (number) => attempt(email, goodPassword, headers(number)));

    const refused = more.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 10 }, () => 'too_many_requests'));
    expect((await attempt(other, goodPassword)).statusCode).toBe(200);
    await pool.query(`update throttles set window_ends_at = window_ends_at - interval '1 minute'`);
    expect((await attempt(email, goodPassword)).statusCode).toBe(200);
  });

  it('counts sign-ins with passkeys of one account, too: each writes an event and opens a session with its own rate', async () => {
    const { email, cookie } = await signedIn();
    const key = softAuthenticator(context.config.publicUrl);
    await addKey(cookie, key);
    const signInWithKey = async () =>
      await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });

    const answers: LightMyRequestResponse[] = [];
    for (let time = 0; time < 32; time += 1) answers.push(await signInWithKey());

    expect(answers.slice(0, 30).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(answers.slice(30).map(codeOf)).toEqual(['too_many_requests', 'too_many_requests']);
    expect((await attempt(email, goodPassword)).statusCode).toBe(200);
  });

  it('refuses an address that failed with twenty accounts', async () => {
    const guess = (number: number) =>
      call({
        method: 'POST',
        url: `${base}/sessions`,
        payload: { email: `victim-${number}@example.org`, password: 'not the password' },
        remoteAddress: '2001:db8:1:2::1',
      });
    for (let number = 0; number < 20; number += 1) await guess(number);

    const neighbour = await call({
      method: 'POST',
      url: `${base}/sessions`,
      payload: { email: 'victim-21@example.org', password: 'not the password' },
      remoteAddress: '2001:db8:1:2:ffff::9',
    });

    expect(codeOf(neighbour)).toBe('too_many_requests');
    expect(neighbour.headers['retry-after']).toBe('60');
  });
});
