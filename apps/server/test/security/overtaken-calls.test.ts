import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/lib/hashing.ts';
import { newUuid } from '../../src/lib/ids.ts';
import { mailToken } from '../../src/lib/mail-token.ts';
import { codeDigits } from '../../src/modules/second-factors/mail-codes.service.ts';
import { authRole } from '../../src/roles/auth.ts';
import { createTestApp } from '../build-app.ts';
import { buildPasswordOwner, goodPassword } from '../factories/credentials.ts';
import { insertRow } from '../factories/insert-row.ts';
import { actMeanwhile, queueForPassenger } from '../row-queue.ts';
import { sessionOf } from '../second-factors.ts';
import { softAuthenticator } from '../soft-authenticator.ts';

const { call, context, pool } = await createTestApp([authRole]);
const base = '/public/api/v1/auth';
const newPassword = 'a-lighthouse-for-every-harbour';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
let lastNumber = 0;

/** Each call comes from another address, so that no limit is met. */
function send(method: Method, path: string, payload?: object, cookie = ''): Promise<LightMyRequestResponse> {
  lastNumber += 1;
  const request = { method, url: `${base}${path}`, headers: { cookie }, remoteAddress: `10.8.0.${lastNumber}` };
  return call({ ...request, ...(payload !== undefined && { payload }) });
}

const codeOf = (response: LightMyRequestResponse | undefined): string => response?.json().error.code;
const statusesOf = (responses: LightMyRequestResponse[]) => responses.map(({ statusCode }) => statusCode);

/** A signed-in passenger who has asked for a link to choose a new password. */
async function buildOwner(overrides: Parameters<typeof buildPasswordOwner>[1] = {}) {
  const { email, passenger_id: passengerId } = await buildPasswordOwner(context, overrides);
  const resetId = newUuid(Date.now());
  const token = mailToken(context.keys.mailTokens, 'password-reset', resetId);
  const expires_at = new Date(Date.now() + 600_000);
  const row = {
    token_hash: sha256(token),
    reset_id: resetId,
    passenger_id: passengerId,
    purpose: 'forgotten',
    expires_at,
  };
  await insertRow(pool, 'password_resets', row);
  const signIn = () => send('POST', '/sessions', { email, password: goodPassword });
  const reset = () => send('POST', '/user/password_reset_confirm', { reset_token: token, new_password: newPassword });
  return { email, passengerId, signIn, reset };
}

async function buildSignedIn() {
  const owner = await buildOwner();
  const cookie = sessionOf(await owner.signIn()) ?? '';
  const close = () => send('POST', '/user/anonymize', { reason: 'other', password: goodPassword }, cookie);
  return { ...owner, cookie, close };
}

/** A passkey that the holder of this session is about to add. */
async function passkeyOf(cookie: string) {
  const key = softAuthenticator(context.config.publicUrl);
  const offered = (await send('POST', '/user/passkeys/options', undefined, cookie)).json();
  const add = () => send('POST', '/user/passkeys', { name: 'A phone', response: key.register(offered) }, cookie);
  return { key, add };
}

const rowsOf = async (table: string, passengerId: string) =>
  (await pool.query(`select * from ${table} where passenger_id = $1`, [passengerId])).rows;

describe('a sign-in during which the password is changed', () => {
  it('[AUTH-11] opens no session, although its code was checked before', async () => {
    const owner = await buildOwner();
    await pool.query('update passengers set mail_code = true where passenger_id = $1', [owner.passengerId]);
    const { ticket } = (await owner.signIn()).json().error.details;
    const [{ code_id }] = await rowsOf('sign_in_codes', owner.passengerId);
    const code = codeDigits(context.keys.mailTokens, code_id);

    const redeem = () => send('POST', '/sessions/code', { ticket, code });
    const [reset, signIn] = await queueForPassenger(pool, owner.passengerId, [owner.reset, redeem]);

    expect([reset?.statusCode, codeOf(signIn)]).toEqual([200, 'sign_in_code_expired']);
    expect(await rowsOf('sessions', owner.passengerId)).toEqual([]);
  });

  it('opens no session, although its passkey was checked before', async () => {
    const owner = await buildSignedIn();
    const { key, add } = await passkeyOf(owner.cookie);
    expect((await add()).statusCode).toBe(201);
    const { challenge } = (await send('POST', '/sessions/passkey_options')).json();

    const signIn = () => send('POST', '/sessions/passkey', { response: key.assert(challenge) });
    const [reset, signedIn] = await queueForPassenger(pool, owner.passengerId, [owner.reset, signIn]);

    expect([reset?.statusCode, codeOf(signedIn)]).toEqual([200, 'passkey_refused']);
    expect(await rowsOf('sessions', owner.passengerId)).toEqual([]);
  });

  it('[AUTH-11] opens no session and fails in no other way, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await buildOwner();
      const answers = await Promise.all([
        owner.signIn(),
        owner.signIn(),
        owner.reset(),
        owner.signIn(),
        owner.signIn(),
      ]);

      expect(statusesOf(answers).every((status) => [200, 204, 403].includes(status))).toBe(true);
      expect(await rowsOf('sessions', owner.passengerId)).toEqual([]);
    }
  });
});

describe('a call during which the password is changed', () => {
  it('[AUTH-11] adds no passkey and orders no codes, because its session has ended', async () => {
    const owner = await buildSignedIn();
    const { add } = await passkeyOf(owner.cookie);
    const mailCode = () => send('PATCH', '/user/second_factors', { mailCode: true }, owner.cookie);

    const answers = await queueForPassenger(pool, owner.passengerId, [owner.reset, add, mailCode]);

    expect(statusesOf(answers)).toEqual([200, 401, 401]);
    expect(await rowsOf('passkeys', owner.passengerId)).toEqual([]);
    expect(await rowsOf('passengers', owner.passengerId)).toMatchObject([{ mail_code: false }]);
  });
});

describe('a call whose session is ended meanwhile', () => {
  it('changes no password', async () => {
    const { passengerId, cookie, signIn } = await buildSignedIn();
    const change = { old_password: goodPassword, new_password: newPassword };

    const changed = await actMeanwhile(pool, {
      lock: `select from passengers where passenger_id = '${passengerId}' for update`,
      call: () => send('POST', '/user/password_change', change, cookie),
      act: (holder) => holder.query('delete from sessions where passenger_id = $1', [passengerId]),
    });

    expect(changed.statusCode).toBe(401);
    expect((await signIn()).statusCode).toBe(200);
  });

  it('ends no other session: the one in which the password was changed lives on', async () => {
    const owner = await buildSignedIn();
    const cookie = sessionOf(await owner.signIn()) ?? '';
    const { items } = (await send('GET', '/user/sessions', undefined, cookie)).json<{
      items: { id: string; isCurrent: boolean }[];
    }>();
    const kept = items.find(({ isCurrent }) => isCurrent)?.id;
    const body = { old_password: goodPassword, new_password: newPassword };
    const change = () => send('POST', '/user/password_change', body, cookie);
    const endIt = () => send('DELETE', `/user/sessions/${kept}`, undefined, owner.cookie);

    const [changed, ended] = await queueForPassenger(pool, owner.passengerId, [change, endIt]);

    expect([changed?.statusCode, codeOf(ended)]).toEqual([204, 'unauthenticated']);
    expect(await rowsOf('sessions', owner.passengerId)).toHaveLength(1);
  });

  it('is not told, and the events do not say, that it confirmed who is signed in', async () => {
    const owner = await buildSignedIn();
    const confirm = () => send('POST', '/user/confirmation', { password: goodPassword }, owner.cookie);

    const [reset, confirmed] = await queueForPassenger(pool, owner.passengerId, [owner.reset, confirm]);

    expect([reset?.statusCode, codeOf(confirmed)]).toEqual([200, 'unauthenticated']);
    const kinds = (await rowsOf('audit_events', owner.passengerId)).map(({ kind }) => kind);
    expect(kinds).not.toContain('identity_confirmed');
  });
});

describe('the closing of an account', () => {
  it('is refused when session and password were ended by a new password during the call', async () => {
    const owner = await buildSignedIn();

    const answers = await queueForPassenger(pool, owner.passengerId, [owner.reset, owner.close]);

    expect(statusesOf(answers)).toEqual([200, 401]);
    expect(await rowsOf('passengers', owner.passengerId)).toMatchObject([{ status: 'active' }]);
  });

  it('is refused when the password was changed in the same session during the call', async () => {
    const owner = await buildSignedIn();
    const change = () =>
      send('POST', '/user/password_change', { old_password: goodPassword, new_password: newPassword }, owner.cookie);

    const [changed, closed] = await queueForPassenger(pool, owner.passengerId, [change, owner.close]);

    expect([changed?.statusCode, codeOf(closed)]).toEqual([204, 'password_old_incorrect']);
    expect(await rowsOf('passengers', owner.passengerId)).toMatchObject([{ status: 'active' }]);
  });

  it('is refused when the sign-in at the provider became too old during the call', async () => {
    const owner = await buildSignedIn();
    const { passengerId } = owner;
    await pool.query('update passengers set is_sso_shadow_user = true where passenger_id = $1', [passengerId]);

    const closed = await actMeanwhile(pool, {
      lock: `select from passengers where passenger_id = '${passengerId}' for update`,
      call: owner.close,
      act: () =>
        pool.query(`update sessions set proven_at = now() - interval '6 minutes' where passenger_id = $1`, [
          passengerId,
        ]),
    });

    expect(codeOf(closed)).toBe('reauthentication_required');
    expect(await rowsOf('passengers', passengerId)).toMatchObject([{ status: 'active' }]);
  });
});

describe('a call during which its account is closed', () => {
  it('[ACC-03] leaves no passkey, and no note that a challenge was answered', async () => {
    const owner = await buildSignedIn();
    const { add } = await passkeyOf(owner.cookie);

    const [closed, added] = await queueForPassenger(pool, owner.passengerId, [owner.close, add]);

    expect([closed?.statusCode, added?.statusCode]).toEqual([204, 401]);
    for (const table of ['passkeys', 'passkey_challenges'])
      expect([table, await rowsOf(table, owner.passengerId)]).toEqual([table, []]);
  });

  it('[ACC-03] leaves no session', async () => {
    const owner = await buildSignedIn();

    const [closed, signIn] = await queueForPassenger(pool, owner.passengerId, [owner.close, owner.signIn]);

    expect([closed?.statusCode, codeOf(signIn)]).toEqual([204, 'login_failed']);
    expect(await rowsOf('sessions', owner.passengerId)).toEqual([]);
  });

  it('[ACC-03] leaves no password', async () => {
    const owner = await buildSignedIn();

    const [closed, reset] = await queueForPassenger(pool, owner.passengerId, [owner.close, owner.reset]);

    expect([closed?.statusCode, codeOf(reset)]).toEqual([204, 'TM0056']);
    for (const table of ['credentials', 'former_passwords', 'password_resets', 'sessions'])
      expect([table, await rowsOf(table, owner.passengerId)]).toEqual([table, []]);
  });

  it('[ACC-03] leaves no code to sign in with', async () => {
    const owner = await buildSignedIn();
    await pool.query('update passengers set mail_code = true where passenger_id = $1', [owner.passengerId]);

    const [closed, signIn] = await queueForPassenger(pool, owner.passengerId, [owner.close, owner.signIn]);

    expect([closed?.statusCode, codeOf(signIn)]).toEqual([204, 'login_failed']);
    expect(await rowsOf('sign_in_codes', owner.passengerId)).toEqual([]);
  });

  it('[ACC-03] leaves no failed sign-in, neither of a wrong password nor of a wrong code', async () => {
    const owner = await buildSignedIn();
    await pool.query('update passengers set mail_code = true where passenger_id = $1', [owner.passengerId]);
    const { ticket } = (await owner.signIn()).json().error.details;
    const [{ code_id }] = await rowsOf('sign_in_codes', owner.passengerId);
    const code = codeDigits(context.keys.mailTokens, code_id) === '000000' ? '000001' : '000000';
    const wrongCode = () => send('POST', '/sessions/code', { ticket, code });
    const wrongPassword = () => send('POST', '/sessions', { email: owner.email, password: newPassword });

    const answers = await queueForPassenger(pool, owner.passengerId, [owner.close, wrongCode, wrongPassword]);

    expect([answers[0]?.statusCode, ...answers.slice(1).map(codeOf)]).toEqual([
      204,
      'sign_in_code_wrong',
      'login_failed',
    ]);
    expect(await rowsOf('passengers', owner.passengerId)).toMatchObject([
      { incorrect_login_count: 0, last_incorrect_login_at: null },
    ]);
  });

  it('[ACC-03] leaves no consent and no second factor', async () => {
    const owner = await buildSignedIn();
    const consent = () => send('POST', '/user/consent', undefined, owner.cookie);
    const mailCode = () => send('PATCH', '/user/second_factors', { mailCode: true }, owner.cookie);

    const answers = await queueForPassenger(pool, owner.passengerId, [owner.close, consent, mailCode]);

    expect(statusesOf(answers)).toEqual([204, 401, 401]);
    expect(await rowsOf('consents', owner.passengerId)).toEqual([]);
    expect(await rowsOf('passengers', owner.passengerId)).toMatchObject([{ mail_code: false, status: 'anonymised' }]);
  });
});
