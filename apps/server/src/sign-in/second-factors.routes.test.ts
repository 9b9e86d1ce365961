import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, testConfig } from '../../test/build-app.ts';
import { buildPasswordOwner, goodPassword } from '../../test/factories/credentials.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { type SoftAuthenticator, softAuthenticator } from '../../test/soft-authenticator.ts';
import { authRole } from '../roles/auth.ts';
import { workerRole } from '../roles/worker.ts';

const mailServer = await startMailServer();
const mail = { ...testConfig().mail, port: mailServer.port };
const { call, context, pool } = await createTestApp([authRole], { config: { mail } });
const worker = await workerRole(context, pino({ level: 'silent' }));
afterAll(() => worker.stop());

const base = '/public/api/v1/auth';
let lastNumber = 0;

/** Each call comes from an address of its own, so that only the limit under test is met. */
function send(method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, payload?: object, cookie = '') {
  lastNumber += 1;
  const remoteAddress = `10.4.${lastNumber >> 8}.${lastNumber & 255}`;
  return call({
    method,
    url: `${base}${path}`,
    headers: { cookie },
    remoteAddress,
    ...(payload !== undefined && { payload }),
  });
}

const codeOf = (response: LightMyRequestResponse): string => response.json().error.code;
const sessionOf = (response: LightMyRequestResponse) =>
  /__Host-session=[A-Za-z0-9_-]{43}/.exec(String(response.headers['set-cookie']))?.[0];

async function signedIn() {
  const { email, passenger_id: passengerId } = await buildPasswordOwner(context);
  const cookie = sessionOf(await send('POST', '/sessions', { email, password: goodPassword })) ?? '';
  return { email, passengerId, cookie };
}

async function withPasskey() {
  const owner = await signedIn();
  const key = softAuthenticator(context.config.publicUrl);
  const added = await addKey(owner.cookie, key);
  return { ...owner, key, passkeyId: added.json<{ id: string }>().id };
}

async function addKey(cookie: string, key: SoftAuthenticator, name = 'Phone') {
  const { challenge } = (await send('POST', '/user/passkeys/options', undefined, cookie)).json();
  return await send('POST', '/user/passkeys', { name, response: key.register(challenge) }, cookie);
}

async function challengeForSignIn(): Promise<string> {
  return (await send('POST', '/sessions/passkey_options')).json().challenge;
}

/** The fresh proof of sign-in has gone stale. */
const letTimePass = (passengerId: string) =>
  pool.query(`update sessions set proven_at = now() - interval '6 minutes' where passenger_id = $1`, [passengerId]);

/** The operator wants a new password first. */
const orderChange = (passengerId: string) =>
  pool.query('update passengers set must_change_password = true where passenger_id = $1', [passengerId]);

describe('passkeys', () => {
  it('signs in with a passkey alone and tells the owner by mail that it was added', async () => {
    const { email, key } = await withPasskey();

    const answer = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });

    expect(answer.statusCode).toBe(200);
    expect(answer.json().user.email).toBe(email);
    expect(sessionOf(answer)).toBeDefined();
    expect((await mailServer.lastTo(email)).subject).toBe('A passkey was added to your account');
  });

  it('refuses a challenge used twice, of another origin, without user verification, and a stranger’s key', async () => {
    const { key } = await withPasskey();
    const stranger = softAuthenticator(context.config.publicUrl);
    const challenge = await challengeForSignIn();
    const good = { response: key.assert(challenge) };
    const first = await send('POST', '/sessions/passkey', good);

    const refused = [
      await send('POST', '/sessions/passkey', good),
      await send('POST', '/sessions/passkey', {
        response: key.assert(await challengeForSignIn(), { origin: 'https://evil.example' }),
      }),
      await send('POST', '/sessions/passkey', {
        response: key.assert(await challengeForSignIn(), { isUserVerified: false }),
      }),
      await send('POST', '/sessions/passkey', { response: stranger.assert(await challengeForSignIn()) }),
      await send('POST', '/sessions/passkey', { response: key.assert('never-given') }),
    ];

    expect(first.statusCode).toBe(200);
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 5 }, () => 'passkey_refused'));
  });

  it('[SES-16] opens nothing for whom a provider signs in, and offers no new one', async () => {
    const { cookie, passengerId, key } = await withPasskey();
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passengerId]);

    const byKey = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });
    const offered = await send('POST', '/user/passkeys/options', undefined, cookie);
    const { challenge } = (await send('POST', '/user/confirmation/options', undefined, cookie)).json();
    const proof = await send('POST', '/user/confirmation', { response: key.assert(challenge) }, cookie);

    expect([byKey, offered, proof].map(codeOf)).toEqual(['passkey_refused', '0107', 'passkey_refused']);
  });

  it('keeps nothing of a challenge that nobody answers', async () => {
    const count = async () => (await pool.query('select count(*)::int as n from passkey_challenges')).rows[0].n;
    const before = await count();

    const challenges = await Promise.all(Array.from({ length: 30 }, challengeForSignIn));

    expect(new Set(challenges).size).toBe(30);
    expect(await count()).toBe(before);
  });

  it('refuses a copied key, betrayed by its counter', async () => {
    const { key } = await withPasskey();
    await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });
    key.counter = 0;

    const copied = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });

    expect(codeOf(copied)).toBe('passkey_refused');
  });

  it('lets its owner in while the password must be changed, which stays due', async () => {
    const { email, passengerId, key } = await withPasskey();
    await orderChange(passengerId);

    const byKey = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });
    const byPassword = await send('POST', '/sessions', { email, password: goodPassword });

    expect(byKey.statusCode).toBe(200);
    expect(codeOf(byPassword)).toBe('password_change');
  });

  it('opens one session for twenty parallel uses of one answer', async () => {
    const { key } = await withPasskey();
    const response = key.assert(await challengeForSignIn());

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', '/sessions/passkey', { response })),
    );

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('asks for a fresh proof before a passkey is added or removed, and takes password or passkey for it', async () => {
    const { cookie, passengerId, key, passkeyId } = await withPasskey();
    await letTimePass(passengerId);

    const stale = [
      await send('POST', '/user/passkeys/options', undefined, cookie),
      await send('DELETE', `/user/passkeys/${passkeyId}`, undefined, cookie),
    ];
    const wrong = await send('POST', '/user/confirmation', { password: 'not-my-password' }, cookie);
    const { challenge } = (await send('POST', '/user/confirmation/options', undefined, cookie)).json();
    const proven = await send('POST', '/user/confirmation', { response: key.assert(challenge) }, cookie);
    const removed = await send('DELETE', `/user/passkeys/${passkeyId}`, undefined, cookie);

    expect(stale.map(codeOf)).toEqual(['reauthentication_required', 'reauthentication_required']);
    expect(codeOf(wrong)).toBe('password_old_incorrect');
    expect([proven.statusCode, removed.statusCode]).toEqual([204, 204]);
    expect((await send('GET', '/user/second_factors', undefined, cookie)).json()).toEqual({
      passkeys: [],
      mailCode: false,
    });
  });

  it('takes no proof that cannot be written down', async () => {
    const { cookie, passengerId, key } = await withPasskey();
    await letTimePass(passengerId);
    await pool.query(
      `alter table audit_events add constraint unwritable check (kind <> 'identity_confirmed') not valid`,
    );
    onTestFinished(async () => void (await pool.query('alter table audit_events drop constraint unwritable')));
    const { challenge } = (await send('POST', '/user/confirmation/options', undefined, cookie)).json();

    const answer = await send('POST', '/user/confirmation', { response: key.assert(challenge) }, cookie);

    expect(answer.statusCode).toBe(500);
    expect(codeOf(await send('POST', '/user/passkeys/options', undefined, cookie))).toBe('reauthentication_required');
  });

  it('keeps a passenger from the passkeys of another', async () => {
    const owner = await withPasskey();
    const other = await signedIn();

    const removed = await send('DELETE', `/user/passkeys/${owner.passkeyId}`, undefined, other.cookie);
    const { challenge } = (await send('POST', '/user/confirmation/options', undefined, other.cookie)).json();
    const proven = await send('POST', '/user/confirmation', { response: owner.key.assert(challenge) }, other.cookie);
    const borrowed = (await send('POST', '/user/confirmation/options', undefined, other.cookie)).json().challenge;
    const answer = { response: owner.key.assert(borrowed) };
    const misused = [
      await send('POST', '/user/confirmation', answer, owner.cookie),
      await send('POST', '/sessions/passkey', answer),
    ];

    expect(codeOf(removed)).toBe('not_found');
    expect(codeOf(proven)).toBe('passkey_refused');
    expect(misused.map(codeOf)).toEqual(['passkey_refused', 'passkey_refused']);
  });

  it('keeps ten passkeys at most, also when twelve are added at once', async () => {
    const { cookie } = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        addKey(cookie, softAuthenticator(context.config.publicUrl), `Key ${index}`),
      ),
    );

    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 409).map(codeOf)).toEqual([
      'passkey_limit_reached',
      'passkey_limit_reached',
    ]);
  });
});

describe('a code by mail', () => {
  async function withMailCode() {
    const owner = await signedIn();
    expect((await send('PATCH', '/user/second_factors', { mailCode: true }, owner.cookie)).statusCode).toBe(204);
    return owner;
  }

  async function ask(email: string): Promise<{ ticket: string; code: string }> {
    const already = mailServer.mails.filter(({ to }) => to?.[0]?.address === email).length;
    const answer = await send('POST', '/sessions', { email, password: goodPassword });
    expect(codeOf(answer)).toBe('second_factor_required');
    expect(sessionOf(answer)).toBeUndefined();
    const { text = '' } = await mailServer.lastTo(email, already + 1);
    const code = /\b(\d{6})\b/.exec(text)?.[1] ?? '';
    return { ticket: answer.json().error.details.ticket, code };
  }

  it('opens a session only with the code of the mail, once', async () => {
    const { email } = await withMailCode();
    const { ticket, code } = await ask(email);

    const right = await send('POST', '/sessions/code', { ticket, code });
    const again = await send('POST', '/sessions/code', { ticket, code });

    expect(right.json().user.email).toBe(email);
    expect(sessionOf(right)).toBeDefined();
    expect(codeOf(again)).toBe('sign_in_code_expired');
  });

  it('[AUTH-03] remembers the browser, so that a stranger does not lock its owner out', async () => {
    const { email } = await withMailCode();
    const entered = await send('POST', '/sessions/code', await ask(email));
    const device = /__Host-dc=[\w.-]+/.exec(String(entered.headers['set-cookie']))?.[0] ?? '';

    for (let wrong = 0; wrong < 5; wrong += 1) await send('POST', '/sessions', { email, password: 'not-my-password' });
    const elsewhere = await send('POST', '/sessions', { email, password: goodPassword });
    const here = await send('POST', '/sessions', { email, password: goodPassword }, device);

    expect([elsewhere, here].map(codeOf)).toEqual(['user_locked', 'second_factor_required']);
  });

  it('evaluates five of a hundred parallel guesses', async () => {
    const { email } = await withMailCode();
    const { ticket, code } = await ask(email);
    const wrong = code === '000000' ? '000001' : '000000';

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send('POST', '/sessions/code', { ticket, code: wrong })),
    );

    expect(answers.filter((answer) => codeOf(answer) === 'sign_in_code_wrong')).toHaveLength(5);
    expect(codeOf(await send('POST', '/sessions/code', { ticket, code }))).toBe('sign_in_code_expired');
  });

  it('puts an older code aside for a newer one and lets it run out after ten minutes', async () => {
    const { email, passengerId } = await withMailCode();
    const older = await ask(email);
    const newer = await ask(email);
    await pool.query('update sign_in_codes set expires_at = now() where passenger_id = $1', [passengerId]);

    const answers = [await send('POST', '/sessions/code', older), await send('POST', '/sessions/code', newer)];

    expect(answers.map(codeOf)).toEqual(['sign_in_code_expired', 'sign_in_code_expired']);
  });

  it('sends ten codes an hour at most', async () => {
    const { email } = await withMailCode();
    for (let index = 0; index < 10; index += 1) await ask(email);

    expect(codeOf(await send('POST', '/sessions', { email, password: goodPassword }))).toBe('too_many_requests');
  });

  it('sends twenty in a row at most, until one is used or the password is reset', async () => {
    const { email } = await withMailCode();
    const unlock = () =>
      pool.query("update throttles set window_ends_at = now() where window_ends_at < now() + interval '2 hours'");
    for (let index = 0; index < 19; index += 1) {
      await ask(email);
      if (index === 9) await unlock();
    }
    await unlock();
    expect((await send('POST', '/sessions/code', await ask(email))).statusCode).toBe(200);

    for (let index = 0; index < 20; index += 1) {
      await ask(email);
      if (index % 9 === 8) await unlock();
    }
    await unlock();

    expect(codeOf(await send('POST', '/sessions', { email, password: goodPassword }))).toBe('too_many_requests');
  });

  it('says nothing of itself to a wrong password and is not needed with a passkey', async () => {
    const { email, cookie } = await withMailCode();
    const key = softAuthenticator(context.config.publicUrl);
    await addKey(cookie, key);

    const wrong = await send('POST', '/sessions', { email, password: 'not-my-password-at-all' });
    const byKey = await send('POST', '/sessions/passkey', { response: key.assert(await challengeForSignIn()) });

    expect(codeOf(wrong)).toBe('login_failed');
    expect(byKey.statusCode).toBe(200);
  });
});
